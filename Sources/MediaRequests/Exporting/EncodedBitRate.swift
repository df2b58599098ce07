package import Pixels

/// The bit rates of encoded video.
package enum EncodedBitRate {
    private static let floorInBitsPerSecond = 200_000.0

    /// Returns the largest bit rate that an encoder may use, or `nil` for a copy.
    ///
    /// - Parameters:
    ///   - size: The stored size of the encoded frames.
    ///   - frameRate: Frames per second.
    package static func maximum(_ encoding: VideoEncoding, size: PixelSize, frameRate: Double) -> Int? {
        let pixelsPerSecond = Double(size.width) * Double(size.height) * frameRate
        let bitsPerPixel: Double
        switch encoding {
        case .copy: return nil
        case .h264(let limits): bitsPerPixel = h264BitsPerPixel(limits.quality)
        case .hevc(let limits): bitsPerPixel = h264BitsPerPixel(limits.quality) * 0.7
        // The encoder takes at most 4.5 bits per pixel for the profile 422.
        case .proRes422: bitsPerPixel = 8
        }
        return Int(min(1e12, max(floorInBitsPerSecond, pixelsPerSecond * bitsPerPixel)))
    }

    private static func h264BitsPerPixel(_ quality: VideoLimits.Quality) -> Double {
        switch quality {
        case .low: 0.1
        case .medium: 0.15
        case .high: 0.2
        case .highest: 0.5
        }
    }
}
