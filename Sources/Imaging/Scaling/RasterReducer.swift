import MediaRequests
import Pixels

/// Reduces an image whose rows arrive from the top. Only one thread can use it.
///
/// libswscale would convert interleaved colours to luma and chroma and back. So the reducer separates the channels of
/// a few rows at a time, scales each channel as a plane of its own, and joins the results. An image that keeps its
/// size is only copied.
final class RasterReducer {
    private let format: RasterFormat
    private let samples: ChannelSamples
    private let size: PixelSize
    private let target: PixelSize
    /// Each channel's rows that were separated last.
    private let strips: [SamplePlane]
    /// The scaler of each channel. Empty if the size doesn't change.
    private let scalers: [PlaneScaler]
    private let results: [SamplePlane]
    /// The image, if the rows are only copied.
    private let copy: Raster?
    private var rowCount = 0

    /// The size of a strip, so that all of its channels stay in the processor's cache.
    private static let stripSizeInBytes = 128 << 10

    /// - Throws: `limitExceeded` if there isn't enough memory.
    init(_ format: RasterFormat, from size: PixelSize, to target: PixelSize) throws(MediaError) {
        self.format = format
        self.size = size
        self.target = target
        samples = ChannelSamples(format)
        if target == size, format.alpha != .premultiplied {
            let result = samples.copiedFormat
            let memory = try PixelMemory(count: size.width * size.height * result.bytesPerPixel, isCleared: false)
            copy = Raster(memory: memory, size: size, result)
            (strips, scalers, results) = ([], [], [])
            return
        }
        copy = nil
        let step = SamplePlane.step(from: size, to: target)
        let stripSize = PixelSize(
            width: size.width,
            height: max(1, min(size.height, Self.stripSizeInBytes / (size.width * samples.bytesPerSample))))
        var strips: [SamplePlane] = []
        var scalers: [PlaneScaler] = []
        var results: [SamplePlane] = []
        for _ in 0..<samples.planeCount {
            strips.append(try SamplePlane(size: stripSize, depth: samples.depth, isCleared: false))
            results.append(try SamplePlane(size: step, depth: samples.depth, isCleared: false))
            if step != size { scalers.append(try PlaneScaler(from: size, to: step, depth: samples.depth)) }
        }
        self.strips = strips
        self.scalers = scalers
        self.results = results
    }

    /// Adds the next rows.
    func append(_ rows: UnsafeRawPointer, bytesPerRow: Int, count: Int) throws(MediaError) {
        precondition(rowCount + count <= size.height)
        if let copy {
            samples.copy(rows, bytesPerRow, count, to: copy, at: rowCount)
            rowCount += count
            return
        }
        var row = 0
        while row < count {
            let part = min(strips[0].size.height, count - row)
            let start = rows + row * bytesPerRow
            for channel in strips.indices {
                if scalers.isEmpty {
                    samples.separate(start, bytesPerRow, channel, part, to: results[channel], at: rowCount)
                } else {
                    samples.separate(start, bytesPerRow, channel, part, to: strips[channel], at: 0)
                    try scalers[channel].scale(
                        strips[channel].memory.base, stride: strips[channel].stride, count: part,
                        into: results[channel])
                }
            }
            row += part
            rowCount += part
        }
    }

    /// Returns the image after its last row. RGB of eight bits always has alpha, and no colours are premultiplied.
    func finish() throws(MediaError) -> Raster {
        precondition(rowCount == size.height)
        if let copy { return copy }
        var planes: [SamplePlane] = []
        for plane in results { planes.append(try plane.scaled(to: target)) }
        return try samples.joined(planes, target)
    }
}
