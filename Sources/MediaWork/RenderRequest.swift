/// What pictures the host asks of a file.
package struct RenderRequest: Codable, Sendable, Equatable {
    package enum Source: String, Codable, Sendable {
        /// The picture itself; of a video its poster, of an animated image its first frame.
        case picture
        /// What can be had much sooner: a preview inside the file, or a coarse decode. Where there is no such thing, the
        /// answer is `noPreview`.
        case preview
    }

    package enum Size: Codable, Sendable, Equatable {
        /// As large as the file has it.
        case full
        /// Reduced so that the longer side has so many pixels; a smaller picture stays as it is.
        case longSide(Int)
    }

    /// A preview smaller than this on its long side is none, unless the picture itself is as small.
    package static let previewLimitInPixels = 100

    /// The name's ending decides where bytes alone cannot.
    package var filename: String
    package var source: Source
    /// All are made of one decode. The largest first.
    package var sizes: [Size]
    /// Whether the pixels are as the file stores them and the answer tells how to turn them; else they are upright.
    package var keepsStoredOrientation: Bool

    package init(
        filename: String, source: Source = .picture, sizes: [Size], keepsStoredOrientation: Bool = false
    ) {
        self.filename = filename
        self.source = source
        self.sizes = sizes
        self.keepsStoredOrientation = keepsStoredOrientation
    }
}
