package import Pixels

/// A request to encode pixels as an animated image.
///
/// The request's file contains the frames one after another: rows of four bytes per pixel without padding,
/// premultiplied, in sRGB.
package struct AnimationRequest: Codable, Sendable, Equatable {
    package enum FileType: String, Codable, Sendable {
        case gif, png
    }

    package static let frameLimit = ImageFileDescription.frameLimit
    /// The limit of all frames' pixels together.
    package static let areaLimitInPixels = RenderLimits.outputAreaInPixels

    package var type: FileType
    package var width: Int
    package var height: Int
    /// The time of each frame in seconds.
    package var delays: [Double]
    /// The number of times to play the animation, as the format stores it: 0 plays it without end. `nil` plays it once.
    package var loopCount: Int?

    package init(type: FileType, size: PixelSize, delays: [Double], loopCount: Int?) {
        self.type = type
        width = size.width
        height = size.height
        self.delays = delays
        self.loopCount = loopCount
    }

    /// The size of a frame in bytes.
    package var frameLengthInBytes: Int { width * height * Bitmap.bytesPerPixel }

    /// Whether the request is within all limits.
    package var isPlausible: Bool {
        let sideLimit = type == .gif ? 65_535 : RenderLimits.sideInPixels
        return (1...sideLimit).contains(width) && (1...sideLimit).contains(height)
            && (1...Self.frameLimit).contains(delays.count)
            && width * height <= Self.areaLimitInPixels / delays.count
            && delays.allSatisfy { $0.isFinite && $0 >= 0 } && (0...65_535).contains(loopCount ?? 0)
    }

    /// The size limit of the file.
    package var outputLimitInBytes: Int { min(2 << 30, frameLengthInBytes * delays.count * 2 + (16 << 20)) }
}
