// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

/// A four-character code.
public typealias OSType = UInt32

/// Blue, green, red and alpha, of 8 bits each.
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
/// Alpha, red, green and blue, of 8 bits each.
public let kCVPixelFormatType_32ARGB: OSType = 0x0000_0020
/// Red, green, blue and alpha, of 8 bits each.
public let kCVPixelFormatType_32RGBA: OSType = 0x5247_4241
/// A plane of luma from 16 to 235, and a plane of both chroma components with half of the columns and rows.
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
/// As ``kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange``, with luma from 0 to 255.
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066

/// The arrangement of a format's pixels in memory.
package struct CVPixelArrangement: Sendable {
    package struct Plane: Sendable {
        /// The pixels of the image for each column and row of the plane.
        package var reduction: Int
        package var bytesPerColumn: Int

        package func width(of width: Int) -> Int { (width + reduction - 1) / reduction }
        package func height(of height: Int) -> Int { (height + reduction - 1) / reduction }
    }

    package var planes: [Plane]
    /// Whether the functions for planes apply. Formats with interleaved pixels have one plane and no functions for it.
    package var isPlanar: Bool

    /// - Returns: `nil` for a format that pixel buffers can't have.
    package init?(_ format: OSType) {
        switch format {
        case kCVPixelFormatType_32BGRA, kCVPixelFormatType_32ARGB, kCVPixelFormatType_32RGBA:
            planes = [Plane(reduction: 1, bytesPerColumn: 4)]
            isPlanar = false
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
            planes = [Plane(reduction: 1, bytesPerColumn: 1), Plane(reduction: 2, bytesPerColumn: 2)]
            isPlanar = true
        default: return nil
        }
    }
}
