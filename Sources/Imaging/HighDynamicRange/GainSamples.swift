import MediaRequests
import Pixels

/// The samples of a gain map at the size of a picture: averages of a larger gain map, linearly interpolated samples of
/// a smaller one. The map's edges are those of the picture. Only one thread can use it.
final class GainSamples {
    private let raster: Raster
    private let size: PixelSize
    /// For each column of the picture, the column of the gain map to its left and the share of the one to its right.
    private let columns: [(index: Int32, share: Float)]
    /// The interpolated samples of a row of the picture, for each column of the gain map and once more for the last.
    private let mixed: UnsafeMutablePointer<Float>
    /// The samples of all columns of the picture, for red, green and blue.
    private let rows: [UnsafeMutablePointer<Int32>]
    private let channelCount: Int

    init(_ map: Raster, for size: PixelSize) throws(MediaError) {
        let reduced = PixelSize(width: min(map.size.width, size.width), height: min(map.size.height, size.height))
        raster = try map.reduced(to: reduced)
        self.size = size
        columns = (0..<size.width).map { x in
            let place = Self.place(x, of: size.width, in: reduced.width)
            return (Int32(place.index), place.share)
        }
        mixed = .allocate(capacity: reduced.width + 1)
        mixed.initialize(repeating: 0, count: reduced.width + 1)
        channelCount = raster.colours == .grey ? 1 : 3
        rows = (0..<channelCount).map { _ in
            let row = UnsafeMutablePointer<Int32>.allocate(capacity: size.width)
            row.initialize(repeating: 0, count: size.width)
            return row
        }
    }

    deinit {
        mixed.deallocate()
        for row in rows { row.deallocate() }
    }

    /// Returns the sample before the centre of a pixel, and the share of the next one.
    private static func place(_ index: Int, of count: Int, in sampleCount: Int) -> (index: Int, share: Float) {
        let position = (Double(index) + 0.5) * Double(sampleCount) / Double(count) - 0.5
        let clamped = min(max(0, position), Double(sampleCount - 1))
        let first = min(Int(clamped), max(0, sampleCount - 2))
        return (first, Float(clamped - Double(first)))
    }

    /// Returns the samples of a row of the picture for red, green and blue, from 0 to `scale` and rounded. They're
    /// valid until the next call.
    func rows(at y: Int, scale: Float) -> (UnsafePointer<Int32>, UnsafePointer<Int32>, UnsafePointer<Int32>) {
        let (index, share) = Self.place(y, of: size.height, in: raster.size.height)
        let first = raster.memory.base + index * raster.bytesPerRow
        let second = raster.memory.base + min(index + 1, raster.size.height - 1) * raster.bytesPerRow
        for channel in 0..<channelCount {
            if raster.bytesPerSample == 2 {
                mix(
                    first.assumingMemoryBound(to: UInt16.self) + channel,
                    second.assumingMemoryBound(to: UInt16.self) + channel, share, scale)
            } else {
                mix(
                    first.assumingMemoryBound(to: UInt8.self) + channel,
                    second.assumingMemoryBound(to: UInt8.self) + channel, share, scale)
            }
            spread(to: rows[channel])
        }
        return (UnsafePointer(rows[0]), UnsafePointer(rows[channelCount / 2]), UnsafePointer(rows[channelCount - 1]))
    }

    /// Mixes two rows of the gain map.
    @inline(__always)
    private func mix<Sample: FixedWidthInteger & UnsignedInteger>(
        _ first: UnsafePointer<Sample>, _ second: UnsafePointer<Sample>, _ share: Float, _ scale: Float
    ) {
        let step = raster.channelCount
        let factor = scale / Float(raster.maximum)
        let (width, mixed) = (raster.size.width, mixed)
        for x in 0..<width {
            let (upper, lower) = (Float(first[x &* step]), Float(second[x &* step]))
            mixed[x] = min(scale, (upper + (lower - upper) * share) * factor)
        }
        // The sample to the right of the last one has no share.
        mixed[width] = mixed[width - 1]
    }

    /// Interpolates the mixed samples for the columns of the picture.
    private func spread(to row: UnsafeMutablePointer<Int32>) {
        let mixed = mixed
        columns.withUnsafeBufferPointer { columns in
            for x in 0..<columns.count {
                let (index, share) = columns[x]
                let left = mixed[Int(index)]
                row[x] = Int32(left + (mixed[Int(index) &+ 1] - left) * share + 0.5)
            }
        }
    }
}
