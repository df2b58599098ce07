import CPixman
import Foundation

extension Bitmap {
    /// Returns the image scaled to a size, without keeping its aspect ratio.
    ///
    /// Reduction averages pixels over their area. Enlargement interpolates linearly. The edges stay at the edges.
    ///
    /// - Precondition: Both sides of `size` are positive.
    package func scaled(to size: PixelSize) -> Bitmap {
        guard size != self.size else { return self }
        precondition(size.width > 0 && size.height > 0)
        return standardScaled(to: size).with(hdr: hdr?.scaled(to: size))
    }

    private func standardScaled(to size: PixelSize) -> Bitmap {
        guard size != self.size else { return self }
        let across = Double(width) / Double(size.width)
        let down = Double(height) / Double(size.height)
        if longSide > Self.sideLimit, max(across, down) > Self.tileReductionLimit {
            return halved().standardScaled(to: size)
        }
        // pixman multiplies the weights of both directions into 16 bits. If many pixels become one, 16 bits are too
        // few, and a uniform colour would change.
        guard across * down > Self.areaLimit else { return scaledAtOnce(to: size) }
        return scaledAtOnce(to: PixelSize(width: size.width, height: height)).scaledAtOnce(to: size)
    }

    /// The largest number of pixels whose mean is exact to a fifth of a step.
    private static let areaLimit = 64.0
    /// pixman's coordinates have 16 bits before the point.
    fileprivate static let sideLimit = 32_767
    fileprivate static let tileSide = 4096
    /// The source of a tile must fit in pixman's coordinates, too.
    private static let tileReductionLimit = 7.0

    private func scaledAtOnce(to size: PixelSize) -> Bitmap {
        guard size != self.size else { return self }
        return Bitmap(width: size.width, height: size.height, hasAlpha: hasAlpha) { pixels in
            let target = UnsafeMutableRawPointer(pixels.baseAddress!)
            withBytes { bytes in
                // pixman doesn't write to it.
                let source = UnsafeMutableRawPointer(mutating: bytes.baseAddress!)
                let columns = Tile.all(of: size.width, from: width)
                for row in Tile.all(of: size.height, from: height) {
                    for column in columns {
                        let tile = PixmanImage(
                            target, columns: column.target, rows: row.target,
                            bytesPerRow: size.width * Self.bytesPerPixel)
                        let part = PixmanImage(
                            source, columns: column.source, rows: row.source, bytesPerRow: bytesPerRow)
                        part.prepare(across: column, down: row)
                        tile.fill(from: part)
                    }
                }
            }
        }
    }

    /// Returns the image with half the length on sides that exceed pixman's coordinates. Each pixel is the mean of
    /// its sources.
    private func halved() -> Bitmap {
        let across = width > Self.sideLimit ? 2 : 1
        let down = height > Self.sideLimit ? 2 : 1
        let size = PixelSize(width: (width + across - 1) / across, height: (height + down - 1) / down)
        return Bitmap(width: size.width, height: size.height, hasAlpha: hasAlpha) { pixels in
            withBytes { bytes in
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        for channel in 0..<Self.bytesPerPixel {
                            var sum = 0
                            for row in y * down..<(y + 1) * down {
                                for column in x * across..<(x + 1) * across {
                                    let offset = min(row, height - 1) * bytesPerRow
                                    sum += Int(bytes[offset + min(column, width - 1) * Self.bytesPerPixel + channel])
                                }
                            }
                            let count = across * down
                            pixels[(y * size.width + x) * Self.bytesPerPixel + channel] =
                                UInt8((sum + count / 2) / count)
                        }
                    }
                }
            }
        }
    }
}

/// A part of a side that pixman scales in one call, and its source. It's the entire side unless that is too long.
private struct Tile {
    let target: Range<Int>
    let source: Range<Int>
    /// The number of source pixels per target pixel.
    let scale: Double

    /// The offset of the target's start from the source's start, in source pixels.
    var offset: Double { Double(target.lowerBound) * scale - Double(source.lowerBound) }

    static func all(of length: Int, from sourceLength: Int) -> [Tile] {
        let scale = Double(sourceLength) / Double(length)
        guard max(length, sourceLength) > Bitmap.sideLimit else {
            return [Tile(target: 0..<length, source: 0..<sourceLength, scale: scale)]
        }
        // The filter reads beyond the edge of the tile.
        let margin = scale.rounded(.up) + 2
        return stride(from: 0, to: length, by: Bitmap.tileSide).map { start in
            let end = min(length, start + Bitmap.tileSide)
            let first = max(0, Int(Double(start) * scale - margin))
            let last = min(sourceLength, Int(Double(end) * scale + margin))
            return Tile(target: start..<end, source: first..<last, scale: scale)
        }
    }
}

/// A pixman image over existing memory.
private struct PixmanImage: ~Copyable {
    private let image: OpaquePointer
    private let width: Int32
    private let height: Int32

    init(_ base: UnsafeMutableRawPointer, columns: Range<Int>, rows: Range<Int>, bytesPerRow: Int) {
        width = Int32(columns.count)
        height = Int32(rows.count)
        let start = base + rows.lowerBound * bytesPerRow + columns.lowerBound * Bitmap.bytesPerPixel
        // pixman's fastest format has the alpha at this position. It exchanges red and blue, which no filter notices,
        // and the output exchanges them again.
        guard
            let image = pixman_image_create_bits(
                PIXMAN_a8r8g8b8, width, height, start.assumingMemoryBound(to: UInt32.self), Int32(bytesPerRow))
        else { preconditionFailure("no memory for a picture") }
        self.image = image
    }

    deinit {
        pixman_image_unref(image)
    }

    /// Sets the scale and the filter with which pixman reads this image, according to the tiles.
    func prepare(across: Tile, down: Tile) {
        let (x, y) = (across.scale, down.scale)
        var transform = pixman_transform_t()
        pixman_transform_init_scale(&transform, Self.fixed(x), Self.fixed(y))
        transform.matrix.0.2 = Self.fixed(across.offset)
        transform.matrix.1.2 = Self.fixed(down.offset)
        pixman_image_set_transform(image, &transform)
        pixman_image_set_repeat(image, PIXMAN_REPEAT_PAD)
        var count: Int32 = 0
        let parameters = pixman_filter_create_separable_convolution(
            &count, Self.fixed(x), Self.fixed(y), Self.reconstruction(x), Self.reconstruction(y), Self.sampling(x),
            Self.sampling(y), Self.positionBits(x), Self.positionBits(y))
        guard let parameters else { preconditionFailure("no memory for a filter") }
        pixman_image_set_filter(image, PIXMAN_FILTER_SEPARABLE_CONVOLUTION, parameters, count)
        free(parameters)
    }

    func fill(from source: borrowing PixmanImage) {
        pixman_image_composite32(PIXMAN_OP_SRC, source.image, nil, image, 0, 0, 0, 0, 0, 0, width, height)
    }

    /// The interpolation between the pixels: nearest, or linear.
    private static func reconstruction(_ scale: Double) -> pixman_kernel_t {
        scale >= 1 ? PIXMAN_KERNEL_BOX : PIXMAN_KERNEL_LINEAR
    }

    /// The source of a target pixel: its entire area, or a point.
    private static func sampling(_ scale: Double) -> pixman_kernel_t {
        scale > 1 ? PIXMAN_KERNEL_BOX : PIXMAN_KERNEL_IMPULSE
    }

    /// The number of bits of a pixel to which pixman positions the filter. Without scaling, 0 bits suffice.
    private static func positionBits(_ scale: Double) -> Int32 {
        scale == 1 ? 0 : 6
    }

    private static func fixed(_ value: Double) -> pixman_fixed_t {
        pixman_fixed_t((value * 65_536).rounded())
    }
}
