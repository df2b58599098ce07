import CLibTurboJPEG
import MediaRequests
import Pixels

/// The luma and chroma planes of a JPEG, which are scaled separately.
struct JPEGPlanes {
    let size: PixelSize
    let subsampling: Int32
    private let planes: [SamplePlane]

    /// libswscale's filters have a limited length, and there is nothing to gain for a very small image.
    private static let smallestSideInPixels = 16
    private static let largestRatio = 16

    static func canBeScaled(_ scaled: PixelSize, to sizes: [PixelSize]) -> Bool {
        guard let largest = sizes.first, largest != scaled else { return false }
        return sizes.allSatisfy { size in
            min(size.width, size.height) >= smallestSideInPixels && size.width <= scaled.width
                && size.height <= scaled.height && scaled.longSide <= size.longSide * largestRatio
        }
    }

    /// - Parameter size: The size of the luma plane.
    init(size: PixelSize, subsampling: Int32) throws(MediaError) {
        self.size = size
        self.subsampling = subsampling
        var planes: [SamplePlane] = []
        for component in Int32(0)..<3 {
            let width = tjPlaneWidth(component, Int32(size.width), subsampling)
            let height = tjPlaneHeight(component, Int32(size.height), subsampling)
            // Its callers write all samples.
            planes.append(
                try SamplePlane(
                    size: PixelSize(width: max(1, Int(width)), height: max(1, Int(height))), isCleared: false))
        }
        self.planes = planes
    }

    var pointers: [UnsafeMutablePointer<UInt8>?] {
        planes.map { $0.memory.base.assumingMemoryBound(to: UInt8.self) }
    }

    var strides: [Int32] { planes.map { Int32($0.stride) } }

    func fill(with byte: UInt8) {
        for plane in planes { plane.memory.fill(with: byte) }
    }

    /// Returns whether luma has this value everywhere.
    func isPlain(_ byte: UInt8) -> Bool {
        UnsafeRawBufferPointer(start: planes[0].memory.base, count: planes[0].memory.count).allSatisfy { $0 == byte }
    }

    /// Scales the planes to several sizes without converting colours. Later sizes derive from the first one if it's
    /// at least twice as large.
    func scaled(to sizes: [PixelSize]) throws(MediaError) -> [JPEGPlanes] {
        var results: [JPEGPlanes] = []
        for size in sizes {
            let source = results.first.flatMap { $0.size.longSide >= 2 * size.longSide ? $0 : nil } ?? self
            results.append(try source.scaled(to: size))
        }
        return results
    }

    private func scaled(to target: PixelSize) throws(MediaError) -> JPEGPlanes {
        let result = try JPEGPlanes(size: target, subsampling: Int32(TJSAMP_444.rawValue))
        for (source, destination) in zip(planes, result.planes) { try source.write(to: destination) }
        return result
    }

    /// Converts the planes to red, green and blue.
    func raster(_ handle: tjhandle) throws(MediaError) -> Raster {
        let memory = try PixelMemory(count: size.width * size.height * Bitmap.bytesPerPixel, isCleared: false)
        var sources = pointers.map { UnsafePointer($0) }
        var strides = strides
        let failure = tjDecodeYUVPlanes(
            handle, &sources, &strides, subsampling, memory.base.assumingMemoryBound(to: UInt8.self),
            Int32(size.width), 0, Int32(size.height), Int32(TJPF_RGBA.rawValue), 0)
        guard failure == 0 else {
            throw MediaError(.limitExceeded, "the picture cannot be converted: there is not enough memory")
        }
        return Raster(memory: memory, size: size, RasterFormat(colours: .rgb, alpha: .opaque))
    }
}
