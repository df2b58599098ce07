import MediaRequests
import Pixels

/// Numbers for many pixels, at an address that doesn't change.
final class FloatTable {
    let base: UnsafeMutablePointer<Float>

    init(_ values: [Float]) {
        base = .allocate(capacity: values.count)
        base.initialize(from: values, count: values.count)
    }

    deinit {
        base.deallocate()
    }
}

/// Writes the pixels of an `HDRBitmap` from those of a raster, row by row.
struct LightWriter {
    private let raster: Raster
    private let target: UnsafeMutablePointer<UInt16>
    /// The columns of the matrix to sRGB's primaries.
    private let columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
    private let tables: [FloatTable]

    /// - Parameters:
    ///   - tables: The light of each sample value, for red, green and blue.
    ///   - matrix: The matrix from the primaries of the light to sRGB's. `nil` means that they're the same.
    init(_ raster: Raster, into memory: PixelMemory, tables: [[Float]], matrix: [[Double]]?) {
        self.raster = raster
        target = memory.base.assumingMemoryBound(to: UInt16.self)
        columns = Matrix3.columns(matrix ?? Matrix3.identity)
        self.tables = tables.map(FloatTable.init)
    }

    /// Writes all pixels, premultiplied.
    ///
    /// - Parameter change: Changes the light of a row. The fourth component has no meaning.
    /// - Returns: Whether a pixel isn't opaque.
    func write(_ change: (_ y: Int, _ row: UnsafeMutablePointer<SIMD4<Float>>) -> Void) -> Bool {
        let width = raster.size.width
        let row = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: width)
        defer { row.deallocate() }
        row.initialize(repeating: .zero, count: width)
        var isTranslucent = false
        for y in 0..<raster.size.height {
            let source = raster.memory.base + y * raster.bytesPerRow
            if raster.bytesPerSample == 2 {
                read(source.assumingMemoryBound(to: UInt16.self), row)
            } else {
                read(source.assumingMemoryBound(to: UInt8.self), row)
            }
            change(y, row)
            for x in 0..<width {
                let own = row[x]
                row[x] = columns.0 * own.x + columns.1 * own.y + columns.2 * own.z
                row[x].w = 1
            }
            if raster.alpha == .straight, applyAlpha(source, row) { isTranslucent = true }
            HalfFloat.write(row, count: width, to: target + 4 * y * width)
        }
        return isTranslucent
    }

    /// Reads the light of a row.
    @inline(__always)
    private func read<Sample: FixedWidthInteger & UnsignedInteger>(
        _ source: UnsafePointer<Sample>, _ row: UnsafeMutablePointer<SIMD4<Float>>
    ) {
        let (red, green, blue) = (tables[0].base, tables[1].base, tables[2].base)
        let step = raster.channelCount
        // All colours of a grey pixel have the same sample.
        let next = raster.colours == .grey ? 0 : 1
        var pixel = source
        for x in 0..<raster.size.width {
            row[x] = SIMD4(
                red[Int(truncatingIfNeeded: pixel[0])], green[Int(truncatingIfNeeded: pixel[next])],
                blue[Int(truncatingIfNeeded: pixel[2 &* next])], 1)
            pixel += step
        }
    }

    /// Multiplies the light of a row by its alpha. Returns whether a pixel isn't opaque.
    private func applyAlpha(_ source: UnsafeMutableRawPointer, _ row: UnsafeMutablePointer<SIMD4<Float>>) -> Bool {
        let scale = 1 / Float(raster.maximum)
        let (step, channel) = (raster.channelCount, raster.colours.rawValue)
        var isTranslucent = false
        for x in 0..<raster.size.width {
            let sample =
                raster.bytesPerSample == 2
                ? Float(source.assumingMemoryBound(to: UInt16.self)[x * step + channel])
                : Float(source.assumingMemoryBound(to: UInt8.self)[x * step + channel])
            let alpha = min(1, sample * scale)
            row[x] *= alpha
            if alpha < 1 { isTranslucent = true }
        }
        return isTranslucent
    }
}
