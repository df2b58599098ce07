import MediaRequests
import Pixels

/// Separates the channels of interleaved samples, and joins them again.
///
/// Straight colours are multiplied by their alpha, so that transparent pixels don't affect their neighbours. The
/// products of eight bits have sixteen, which loses nothing.
struct ChannelSamples {
    private enum Kind {
        /// The samples are scaled unchanged.
        case plain
        /// Eight bits with alpha become sixteen: a colour times its alpha, and the alpha times 255.
        case widened
        /// Sixteen bits with alpha.
        case deep
    }

    private let format: RasterFormat
    private let kind: Kind
    /// The number of planes. An opaque alpha has none.
    let planeCount: Int

    init(_ format: RasterFormat) {
        self.format = format
        let hasAlpha = format.alpha == .straight || format.alpha == .premultiplied
        kind = !hasAlpha ? .plain : format.bytesPerSample == 1 ? .widened : .deep
        planeCount = format.colours.rawValue + (hasAlpha ? 1 : 0)
    }

    var bytesPerSample: Int { format.bytesPerSample == 1 && kind == .plain ? 1 : 2 }
    var depth: Int { bytesPerSample * 8 }

    // MARK: Separating

    /// Writes a channel of some rows to consecutive rows of a plane.
    func separate(
        _ rows: UnsafeRawPointer, _ bytesPerRow: Int, _ channel: Int, _ count: Int, to plane: SamplePlane,
        at first: Int
    ) {
        for row in 0..<count {
            let source = rows + row * bytesPerRow
            let target = plane.memory.base + (first + row) * plane.stride
            let width = plane.size.width
            switch (kind, format.bytesPerSample) {
            case (.plain, 1):
                Self.pick(
                    source.assumingMemoryBound(to: UInt8.self), format.channelCount, channel, width,
                    target.assumingMemoryBound(to: UInt8.self))
            case (.plain, _):
                Self.pick(
                    source.assumingMemoryBound(to: UInt16.self), format.channelCount, channel, width,
                    target.assumingMemoryBound(to: UInt16.self))
            case (.widened, _):
                widen(
                    source.assumingMemoryBound(to: UInt8.self), channel, width,
                    target.assumingMemoryBound(to: UInt16.self))
            case (.deep, _):
                multiply(
                    source.assumingMemoryBound(to: UInt16.self), channel, width,
                    target.assumingMemoryBound(to: UInt16.self))
            }
        }
    }

    /// Constant distances let the compiler use vector instructions.
    private static func pick<Sample>(
        _ source: UnsafePointer<Sample>, _ step: Int, _ channel: Int, _ count: Int,
        _ target: UnsafeMutablePointer<Sample>
    ) {
        switch step {
        case 1: target.update(from: source, count: count)
        case 3: for index in 0..<count { target[index] = source[index &* 3 &+ channel] }
        case 4: for index in 0..<count { target[index] = source[index &* 4 &+ channel] }
        default: for index in 0..<count { target[index] = source[index &* step &+ channel] }
        }
    }

    private func widen(
        _ source: UnsafePointer<UInt8>, _ channel: Int, _ count: Int, _ target: UnsafeMutablePointer<UInt16>
    ) {
        let step = format.channelCount
        let alpha = step - 1
        if channel == alpha || format.alpha == .premultiplied {
            for index in 0..<count { target[index] = UInt16(source[index &* step &+ channel]) &* 255 }
        } else {
            for index in 0..<count {
                let pixel = source + index &* step
                target[index] = UInt16(pixel[channel]) &* UInt16(pixel[alpha])
            }
        }
    }

    private func multiply(
        _ source: UnsafePointer<UInt16>, _ channel: Int, _ count: Int, _ target: UnsafeMutablePointer<UInt16>
    ) {
        let step = format.channelCount
        let alpha = step - 1
        guard channel != alpha, format.alpha == .straight else {
            return Self.pick(source, step, channel, count, target)
        }
        let maximum = UInt32(format.maximum)
        for index in 0..<count {
            let pixel = source + index &* step
            let product = UInt32(pixel[channel]) &* UInt32(pixel[alpha]) &+ maximum / 2
            target[index] = UInt16(truncatingIfNeeded: product / maximum)
        }
    }

    // MARK: Copying

    /// The format of an image after `copy`: RGB of eight bits gets an opaque alpha.
    var copiedFormat: RasterFormat {
        var result = format
        if format.colours == .rgb, format.alpha == .none, format.bytesPerSample == 1 { result.alpha = .opaque }
        return result
    }

    /// Copies some rows to an image of the same width.
    func copy(_ rows: UnsafeRawPointer, _ bytesPerRow: Int, _ count: Int, to image: Raster, at first: Int) {
        for row in 0..<count {
            let source = rows + row * bytesPerRow
            let target = image.memory.base + (first + row) * image.bytesPerRow
            guard image.channelCount != format.channelCount else {
                target.copyMemory(from: source, byteCount: image.bytesPerRow)
                continue
            }
            let colours = source.assumingMemoryBound(to: UInt8.self)
            let pixels = target.assumingMemoryBound(to: UInt8.self)
            for index in 0..<image.size.width {
                pixels[index &* 4] = colours[index &* 3]
                pixels[index &* 4 &+ 1] = colours[index &* 3 &+ 1]
                pixels[index &* 4 &+ 2] = colours[index &* 3 &+ 2]
                pixels[index &* 4 &+ 3] = 255
            }
        }
    }

    // MARK: Joining

    /// Returns the joined planes. RGB of eight bits gets an opaque alpha if it has none, and colours are divided by
    /// their alpha.
    func joined(_ planes: [SamplePlane], _ size: PixelSize) throws(MediaError) -> Raster {
        var result = format
        if kind != .plain {
            result.alpha = .straight
        } else if format.colours == .rgb, format.bytesPerSample == 1 {
            result.alpha = .opaque
        } else {
            result.alpha = .none
        }
        let memory = try PixelMemory(count: size.width * size.height * result.bytesPerPixel, isCleared: false)
        for row in 0..<size.height {
            let sources = planes.map { UnsafeRawPointer($0.memory.base + row * $0.stride) }
            let target = memory.base + row * size.width * result.bytesPerPixel
            switch (kind, format.bytesPerSample) {
            case (.plain, 1):
                join(sources, UInt8.self, size.width, result, target)
            case (.plain, _):
                join(sources, UInt16.self, size.width, result, target)
            case (.widened, _):
                divide(sources, size.width, result, target.assumingMemoryBound(to: UInt8.self), 255)
            case (.deep, _):
                divide(sources, size.width, result, target.assumingMemoryBound(to: UInt16.self), 1)
            }
        }
        return Raster(memory: memory, size: size, result)
    }

    private func join<Sample: FixedWidthInteger>(
        _ sources: [UnsafeRawPointer], _ type: Sample.Type, _ count: Int, _ result: RasterFormat,
        _ target: UnsafeMutableRawPointer
    ) {
        let target = target.assumingMemoryBound(to: Sample.self)
        let step = result.channelCount
        for (channel, source) in sources.enumerated() {
            let source = source.assumingMemoryBound(to: Sample.self)
            for index in 0..<count { target[index &* step &+ channel] = source[index] }
        }
        if result.alpha == .opaque {
            for index in 0..<count { target[index &* step &+ step &- 1] = Sample.max }
        }
    }

    /// - Parameter scale: The planes' value of 1 in the result's alpha.
    private func divide<Sample: FixedWidthInteger & UnsignedInteger>(
        _ sources: [UnsafeRawPointer], _ count: Int, _ result: RasterFormat, _ target: UnsafeMutablePointer<Sample>,
        _ scale: UInt32
    ) {
        let step = result.channelCount
        let maximum = UInt32(format.maximum)
        let alphas = sources[step - 1].assumingMemoryBound(to: UInt16.self)
        for channel in 0..<step - 1 {
            let colours = sources[channel].assumingMemoryBound(to: UInt16.self)
            for index in 0..<count {
                let alpha = UInt32(alphas[index])
                let colour = alpha == 0 ? 0 : (UInt32(colours[index]) &* maximum &+ alpha / 2) / alpha
                target[index &* step &+ channel] = Sample(truncatingIfNeeded: min(colour, maximum))
            }
        }
        for index in 0..<count {
            let alpha = (UInt32(alphas[index]) &+ scale / 2) / scale
            target[index &* step &+ step &- 1] = Sample(truncatingIfNeeded: min(alpha, maximum))
        }
    }
}
