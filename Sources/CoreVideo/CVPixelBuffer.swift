import Foundation

/// An image in memory whose pixels can be changed, such as a frame of a video.
///
/// Its format is one of ``kCVPixelFormatType_32BGRA``, ``kCVPixelFormatType_32ARGB``, ``kCVPixelFormatType_32RGBA`` and
/// the two formats of 4:2:0 with two planes. Formats with more than 8 bits don't exist here.
///
/// As on Apple's platforms, any thread can use a pixel buffer, but only one at a time may change its pixels.
// Unchecked because clients synchronize changes of the pixels. All other properties are constant.
public final class CVPixelBuffer: @unchecked Sendable {
    /// A part of the memory with the rows of one component or of several interleaved ones.
    package struct Plane {
        package var base: UnsafeMutableRawPointer
        package var width: Int
        package var height: Int
        package var bytesPerRow: Int
        /// The bytes of a row without its padding.
        package var bytesInRow: Int
    }

    package static let sideLimitInPixels = 16_384
    private static let rowAlignment = 16

    package let format: OSType
    package let width: Int
    package let height: Int
    package let planes: [Plane]
    package let isPlanar: Bool
    /// Frees the memory.
    private let release: () -> Void

    /// Creates an image whose pixels are zero.
    ///
    /// - Returns: `nil` if the format is unknown, a side isn't positive or is too large, or if there is too little
    ///   memory.
    package init?(width: Int, height: Int, format: OSType, rowAlignment: Int? = nil) {
        guard let arrangement = CVPixelArrangement(format), (1...Self.sideLimitInPixels).contains(width),
            (1...Self.sideLimitInPixels).contains(height)
        else { return nil }
        let alignment = max(1, min(rowAlignment ?? Self.rowAlignment, 4096))
        var (offset, offsets): (Int, [Int]) = (0, [])
        var sizes: [(width: Int, height: Int, step: Int, row: Int)] = []
        for plane in arrangement.planes {
            let row = plane.width(of: width) * plane.bytesPerColumn
            let step = (row + alignment - 1) / alignment * alignment
            offsets.append(offset)
            sizes.append((plane.width(of: width), plane.height(of: height), step, row))
            offset += step * plane.height(of: height)
        }
        guard let memory = calloc(offset, 1) else { return nil }
        self.format = format
        self.width = width
        self.height = height
        isPlanar = arrangement.isPlanar
        planes = zip(offsets, sizes).map { offset, size in
            Plane(
                base: memory + offset, width: size.width, height: size.height, bytesPerRow: size.step,
                bytesInRow: size.row)
        }
        release = { free(memory) }
    }

    /// Creates an image over memory of the client.
    ///
    /// - Parameter release: Frees the memory. It's called once.
    init?(
        width: Int, height: Int, format: OSType, base: UnsafeMutableRawPointer, bytesPerRow: Int,
        release: @escaping () -> Void
    ) {
        guard let arrangement = CVPixelArrangement(format), !arrangement.isPlanar,
            (1...Self.sideLimitInPixels).contains(width), (1...Self.sideLimitInPixels).contains(height),
            bytesPerRow >= width * arrangement.planes[0].bytesPerColumn
        else { return nil }
        self.format = format
        self.width = width
        self.height = height
        isPlanar = false
        planes = [
            Plane(
                base: base, width: width, height: height, bytesPerRow: bytesPerRow,
                bytesInRow: width * arrangement.planes[0].bytesPerColumn)
        ]
        self.release = release
    }

    deinit {
        release()
    }

    /// The size of the memory.
    var byteCount: Int { planes.reduce(0) { $0 + $1.bytesPerRow * $1.height } }
}

/// A buffer of Core Video. All of them are pixel buffers here.
public typealias CVBuffer = CVPixelBuffer
/// A buffer with an image. All of them are pixel buffers here.
public typealias CVImageBuffer = CVPixelBuffer
