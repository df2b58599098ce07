/// The values of `PHAsset.PlaybackStyle`.
package struct PlaybackStyle: NamedNumber {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static let unsupported = PlaybackStyle(rawValue: 0)
    package static let image = PlaybackStyle(rawValue: 1)
    package static let imageAnimated = PlaybackStyle(rawValue: 2)
    package static let livePhoto = PlaybackStyle(rawValue: 3)
    package static let video = PlaybackStyle(rawValue: 4)
    package static let videoLooping = PlaybackStyle(rawValue: 5)
}

extension PlaybackStyle {
    package static let names: [PlaybackStyle: String] = [
        .unsupported: "unsupported", .image: "image", .imageAnimated: "imageAnimated", .livePhoto: "livePhoto",
        .video: "video", .videoLooping: "videoLooping",
    ]
}

extension PlaybackStyle {
    /// Creates the style of an asset if only its media type is known.
    package init(_ mediaType: AssetMediaType) {
        self =
            switch mediaType {
            case .image: .image
            case .video: .video
            default: .unsupported
            }
    }
}
