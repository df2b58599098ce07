import CPixman
import Foundation

extension Bitmap {
    /// The picture at another size, its shape stretched where that differs. Pixels that become one are averaged over
    /// their area; those that become several are joined linearly. Edges stay at edges.
    ///
    /// - Precondition: both sides of `size` have a pixel.
    package func scaled(to size: PixelSize) -> Bitmap {
        guard size != self.size else { return self }
        precondition(size.width > 0 && size.height > 0)
        let across = Double(width) / Double(size.width)
        let down = Double(height) / Double(size.height)
        if longSide > Self.sideLimit, max(across, down) > Self.tileReductionLimit { return halved().scaled(to: size) }
        // pixman multiplies the weights of both directions, and has 16 bits for the product: where many pixels become
        // one, that is too few, and a flat colour would change.
        guard across * down > Self.areaLimit else { return scaledAtOnce(to: size) }
        return scaledAtOnce(to: PixelSize(width: size.width, height: height)).scaledAtOnce(to: size)
    }

    /// Of so many pixels the mean is still right to a fifth of a step.
    private static let areaLimit = 64.0
    /// pixman counts in 16 bits before the point.
    fileprivate static let sideLimit = 32_767
    fileprivate static let tileSide = 4096
    /// What a tile is made of may not be longer than pixman can count either.
    private static let tileReductionLimit = 7.0

    private func scaledAtOnce(to size: PixelSize) -> Bitmap {
        guard size != self.size else { return self }
        return Bitmap(width: size.width, height: size.height, hasAlpha: hasAlpha) { pixels in
            let target = UnsafeMutableRawPointer(pixels.baseAddress!)
            withBytes { bytes in
                // Nothing is written to it.
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

    /// Half as long on the sides that pixman cannot count to, each pixel the mean of those it stands for.
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

/// A stretch of a side that pixman makes at once, and what it is made of: the whole side, unless that is too long.
private struct Tile {
    let target: Range<Int>
    let source: Range<Int>
    /// How many pixels become one.
    let scale: Double

    /// Where the target begins, counted in the source's pixels from the source's begin.
    var offset: Double { Double(target.lowerBound) * scale - Double(source.lowerBound) }

    static func all(of length: Int, from sourceLength: Int) -> [Tile] {
        let scale = Double(sourceLength) / Double(length)
        guard max(length, sourceLength) > Bitmap.sideLimit else {
            return [Tile(target: 0..<length, source: 0..<sourceLength, scale: scale)]
        }
        // The filter reaches over the tile's edge.
        let margin = scale.rounded(.up) + 2
        return stride(from: 0, to: length, by: Bitmap.tileSide).map { start in
            let end = min(length, start + Bitmap.tileSide)
            let first = max(0, Int(Double(start) * scale - margin))
            let last = min(sourceLength, Int(Double(end) * scale + margin))
            return Tile(target: start..<end, source: first..<last, scale: scale)
        }
    }
}

/// Memory as pixman sees it.
private struct PixmanImage: ~Copyable {
    private let image: OpaquePointer
    private let width: Int32
    private let height: Int32

    init(_ base: UnsafeMutableRawPointer, columns: Range<Int>, rows: Range<Int>, bytesPerRow: Int) {
        width = Int32(columns.count)
        height = Int32(rows.count)
        let start = base + rows.lowerBound * bytesPerRow + columns.lowerBound * Bitmap.bytesPerPixel
        // The alpha is where pixman's fastest format has it. That red and blue have changed places matters to no filter,
        // and they change back on the way out.
        guard
            let image = pixman_image_create_bits(
                PIXMAN_a8r8g8b8, width, height, start.assumingMemoryBound(to: UInt32.self), Int32(bytesPerRow))
        else { preconditionFailure("no memory for a picture") }
        self.image = image
    }

    deinit {
        pixman_image_unref(image)
    }

    /// Makes what is read from the image as much smaller as the tiles say.
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

    /// What lies between the pixels that are read: each reaches half way to the next, or blends into it.
    private static func reconstruction(_ scale: Double) -> pixman_kernel_t {
        scale >= 1 ? PIXMAN_KERNEL_BOX : PIXMAN_KERNEL_LINEAR
    }

    /// How much of it becomes one pixel: all of its area, or a point.
    private static func sampling(_ scale: Double) -> pixman_kernel_t {
        scale > 1 ? PIXMAN_KERNEL_BOX : PIXMAN_KERNEL_IMPULSE
    }

    /// How exactly pixman places the filter: at so many bits' part of a pixel. The same size needs no placing.
    private static func positionBits(_ scale: Double) -> Int32 {
        scale == 1 ? 0 : 6
    }

    private static func fixed(_ value: Double) -> pixman_fixed_t {
        pixman_fixed_t((value * 65_536).rounded())
    }
}
