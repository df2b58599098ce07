package import Pixels

/// A frame's pixels in a message between a host and a worker: the planes one after another, without padding.
package struct SamplePixels: Codable, Hashable, Sendable {
    package enum Format: String, Codable, Sendable {
        case bgra, argb, rgba
        /// A plane of luma and a plane of both chroma components. Luma has the range from 16 to 235.
        case biplanar
        /// As `biplanar`, with luma from 0 to 255.
        case fullRangeBiplanar

        package var isBiplanar: Bool { self == .biplanar || self == .fullRangeBiplanar }
    }

    package var format: Format
    package var size: PixelSize

    package init(format: Format, size: PixelSize) {
        self.format = format
        self.size = size
    }

    /// The bytes of a row and the number of rows of each plane.
    package var planes: [(bytesInRow: Int, height: Int)] {
        guard format.isBiplanar else { return [(size.width * 4, size.height)] }
        return [(size.width, size.height), ((size.width + 1) / 2 * 2, (size.height + 1) / 2)]
    }

    package var byteCount: Int { planes.reduce(0) { $0 + $1.bytesInRow * $1.height } }

    /// Whether a frame can have this size.
    package var isValid: Bool {
        let sides = 1...Self.sideLimitInPixels
        return sides.contains(size.width) && sides.contains(size.height)
            && size.width * size.height <= Self.areaLimitInPixels
    }

    package static let sideLimitInPixels = 16_384
    /// The largest frame that an export decodes.
    package static let areaLimitInPixels = 8192 * 8192
}
