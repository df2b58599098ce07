/// A request for images of a file.
package struct RenderRequest: Codable, Sendable, Equatable {
    package enum Source: String, Codable, Sendable {
        /// The image itself: a video's poster frame, or an animated image's first frame.
        case picture
        /// An image that is much quicker to get: a preview in the file, or a coarse decode. Fails with `noPreview` if
        /// there is none.
        case preview
    }

    package enum Size: Codable, Sendable, Equatable {
        /// The size in the file.
        case full
        /// Reduced to this number of pixels on the long side. A smaller image keeps its size.
        case longSide(Int)
    }

    /// The minimum long side of a preview. A smaller preview is only used if the image itself isn't larger.
    package static let previewLimitInPixels = 100

    /// The filename. Its extension decides the format if the bytes alone don't.
    package var filename: String
    package var source: Source
    /// The sizes of the images, largest first. The worker makes all of them from one decode.
    package var sizes: [Size]
    /// Whether to keep the stored orientation and report it in the answer. If `false`, the images are upright.
    package var keepsStoredOrientation: Bool
    /// Whether to leave out the largest image if the file itself is no worse: an upright JPEG in sRGB with the image's
    /// size.
    package var omitsOriginal: Bool
    /// The indexes of frames of an animated GIF, PNG or WebP file, or `nil` for the file's main image. The answer has the
    /// sizes of each frame.
    package var frames: Range<Int>?
    /// The headroom of the display that will show an HDR rendition, at least 1. 0 means that it's unknown, and nothing
    /// is tone mapped. `nil` requests no HDR renditions.
    package var headroom: Double?

    package init(
        filename: String, source: Source = .picture, sizes: [Size], keepsStoredOrientation: Bool = false,
        omitsOriginal: Bool = false, frames: Range<Int>? = nil, headroom: Double? = nil
    ) {
        self.filename = filename
        self.source = source
        self.sizes = sizes
        self.keepsStoredOrientation = keepsStoredOrientation
        self.omitsOriginal = omitsOriginal
        self.frames = frames
        self.headroom = headroom
    }

    /// The sizes of all images in the answer.
    package var outputSizes: [Size] {
        guard let frames else { return sizes }
        return frames.flatMap { _ in sizes }
    }

    /// The largest possible size of the answer's images in memory.
    package var limitInBytes: Int {
        outputSizes.reduce(0) { $0 + $1.limitInBytes(hasHDR: headroom != nil) }
    }
}
