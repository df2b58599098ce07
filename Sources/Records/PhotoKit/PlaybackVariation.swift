/// The values of `PHAsset.PlaybackVariation`: the effect of a Live Photo.
package struct PlaybackVariation: NamedNumber {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static let none = PlaybackVariation(rawValue: 0)
    /// The video repeats.
    package static let autoloop = PlaybackVariation(rawValue: 1)
    /// The video plays forwards and backwards, and repeats.
    package static let mirror = PlaybackVariation(rawValue: 2)
    /// All frames are blended into one picture.
    package static let longExposure = PlaybackVariation(rawValue: 3)

    /// Whether the video replaces the still.
    package var isLooping: Bool { self == .autoloop || self == .mirror }
}

extension PlaybackVariation {
    package static let names: [PlaybackVariation: String] = [
        .none: "none", .autoloop: "autoloop", .mirror: "mirror", .longExposure: "longExposure",
    ]
}
