/// The values of `PHAssetMediaType`.
package struct AssetMediaType: NamedNumber {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static let unknown = AssetMediaType(rawValue: 0)
    package static let image = AssetMediaType(rawValue: 1)
    package static let video = AssetMediaType(rawValue: 2)
    package static let audio = AssetMediaType(rawValue: 3)
}

extension AssetMediaType {
    package static let names: [AssetMediaType: String] = [
        .unknown: "unknown", .image: "image", .video: "video", .audio: "audio",
    ]
}
