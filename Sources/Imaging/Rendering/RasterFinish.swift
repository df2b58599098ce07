import CLittleCMS
import MediaRequests
import Pixels

/// Converts a raster to an output image: sRGB, eight bits, premultiplied, and upright.
struct RasterFinish {
    var colour: SourceColour
    var orientation: Int

    /// Returns the bitmap of a raster. The method can overwrite the raster's memory.
    func bitmap(of raster: Raster) throws(MediaError) -> Bitmap {
        let memory = try coloured(raster)
        let pixels = UnsafeMutableBufferPointer(
            start: memory.base.assumingMemoryBound(to: UInt8.self), count: raster.size.width * raster.size.height * 4)
        let hasAlpha = raster.alpha == .straight && Self.isTranslucent(pixels)
        if hasAlpha { Self.premultiply(pixels) }
        let (turned, size) = try memory.turned(orientation, raster.size)
        return turned.becomeBitmap(size, hasAlpha: hasAlpha)
    }

    /// Returns the raster's pixels in sRGB with four bytes per pixel and straight alpha.
    private func coloured(_ raster: Raster) throws(MediaError) -> PixelMemory {
        let count = raster.size.width * raster.size.height
        let conversion = ColourConversion.conversion(from: colour, raster.format)
        if raster.colours == .rgb, raster.alpha != .none, raster.bytesPerSample == 1 {
            // Converts in place, which keeps the alpha.
            if let conversion, !conversion.isIdentity {
                conversion.convert(raster.memory.base, to: raster.memory.base, count: count)
            }
            return raster.memory
        }
        let memory = try PixelMemory(count: count * 4, isCleared: false)
        memory.fill(with: 255)
        if raster.maximum < 65535, raster.bytesPerSample == 2 { Self.widen(raster) }
        if let conversion {
            conversion.convert(raster.memory.base, to: memory.base, count: count)
        } else {
            Self.mix(raster, into: memory)
        }
        return memory
    }

    /// Converts values of ten or twelve bits to sixteen bits.
    private static func widen(_ raster: Raster) {
        let count = raster.bytesPerRow * raster.size.height / 2
        let samples = UnsafeMutableBufferPointer(
            start: raster.memory.base.assumingMemoryBound(to: UInt16.self), count: count)
        for index in samples.indices {
            samples[index] = UInt16(min(Int(samples[index]), raster.maximum) * 65535 / raster.maximum)
        }
    }

    /// Converts unknown inks: each ink absorbs its part of the light, and black absorbs all parts.
    private static func mix(_ raster: Raster, into memory: PixelMemory) {
        let inks = raster.memory.base.assumingMemoryBound(to: UInt8.self)
        let pixels = memory.base.assumingMemoryBound(to: UInt8.self)
        let step = raster.channelCount * raster.bytesPerSample
        // The high byte of two, in little-endian order.
        let high = raster.bytesPerSample - 1
        for index in 0..<raster.size.width * raster.size.height {
            func light(_ channel: Int) -> Int {
                let value = Int(inks[index * step + channel * raster.bytesPerSample + high])
                return raster.isInverted ? value : 255 - value
            }
            for channel in 0..<3 { pixels[index * 4 + channel] = UInt8(light(channel) * light(3) / 255) }
            if raster.alpha != .none {
                pixels[index * 4 + 3] = inks[index * step + 4 * raster.bytesPerSample + high]
            }
        }
    }

    private static func isTranslucent(_ pixels: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        var offset = 3
        while offset < pixels.count {
            if pixels[offset] != 255 { return true }
            offset += 4
        }
        return false
    }

    private static func premultiply(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
        var offset = 0
        while offset < pixels.count {
            let alpha = Int(pixels[offset + 3])
            if alpha != 255 {
                pixels[offset] = UInt8((Int(pixels[offset]) * alpha + 127) / 255)
                pixels[offset + 1] = UInt8((Int(pixels[offset + 1]) * alpha + 127) / 255)
                pixels[offset + 2] = UInt8((Int(pixels[offset + 2]) * alpha + 127) / 255)
            }
            offset += 4
        }
    }
}
