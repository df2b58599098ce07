import MediaRequests
import Pixels

/// The conversion from luma and chroma to red, green and blue, with the numbers of ISO/IEC 23091-2.
struct ColourDifferences: Equatable {
    /// The weights of red and blue in luma.
    let red: Double
    let blue: Double
    /// Whether samples use their full range. Otherwise, luma is from 16 to 235 and chroma from 16 to 240, scaled to
    /// the depth.
    let isFullRange: Bool

    /// Returns `nil` if the matrix isn't supported, for example RGB or constant luminance.
    init?(matrix: Int, isFullRange: Bool) {
        switch matrix {
        case 1: (red, blue) = (0.2126, 0.0722)
        // 2 means unspecified. Cameras and libheif then use BT.601.
        case 2, 5, 6: (red, blue) = (0.299, 0.114)
        case 4: (red, blue) = (0.3, 0.11)
        case 7: (red, blue) = (0.212, 0.087)
        case 9: (red, blue) = (0.2627, 0.0593)
        default: return nil
        }
        self.isFullRange = isFullRange
    }

    /// Converts three planes of the same size to a raster with eight bits and opaque alpha, or with more bits and no
    /// alpha.
    func raster(_ planes: [SamplePlane]) throws(MediaError) -> Raster {
        let size = planes[0].size
        let depth = planes[0].depth
        let channelCount = depth > 8 ? 3 : 4
        let memory = try PixelMemory(count: size.width * size.height * channelCount * planes[0].bytesPerSample)
        let conversion = Conversion(self, depth: depth)
        if depth > 8 {
            conversion.write(planes, UInt16.self, to: memory, channelCount: channelCount)
        } else {
            conversion.write(planes, UInt8.self, to: memory, channelCount: channelCount)
        }
        return Raster(
            memory: memory, size: size,
            RasterFormat(
                colours: .rgb, alpha: depth > 8 ? .none : .opaque, bytesPerSample: planes[0].bytesPerSample,
                maximum: 1 << depth - 1))
    }

    /// The conversion in fixed-point numbers, where 65,536 means 1.
    private struct Conversion {
        var scale: Int
        var black: Int
        var middle: Int
        var maximum: Int
        var redOfRed: Int
        var greenOfBlue: Int
        var greenOfRed: Int
        var blueOfBlue: Int

        init(_ differences: ColourDifferences, depth: Int) {
            let unit = Double(1 << (depth - 8))
            maximum = 1 << depth - 1
            middle = 1 << (depth - 1)
            black = differences.isFullRange ? 0 : 16 << (depth - 8)
            let whole = Double(maximum)
            let (brightness, colour) = differences.isFullRange ? (1, 1) : (whole / (219 * unit), whole / (224 * unit))
            let green = 1 - differences.red - differences.blue
            func fixed(_ value: Double) -> Int { Int((value * 65536).rounded()) }
            scale = fixed(brightness)
            redOfRed = fixed(colour * 2 * (1 - differences.red))
            blueOfBlue = fixed(colour * 2 * (1 - differences.blue))
            greenOfRed = fixed(colour * 2 * differences.red * (1 - differences.red) / green)
            greenOfBlue = fixed(colour * 2 * differences.blue * (1 - differences.blue) / green)
        }

        func write<Sample: FixedWidthInteger & UnsignedInteger>(
            _ planes: [SamplePlane], _ type: Sample.Type, to memory: PixelMemory, channelCount: Int
        ) {
            let size = planes[0].size
            let target = memory.base.assumingMemoryBound(to: Sample.self)
            for y in 0..<size.height {
                let luma = (planes[0].memory.base + y * planes[0].stride).assumingMemoryBound(to: Sample.self)
                let blues = (planes[1].memory.base + y * planes[1].stride).assumingMemoryBound(to: Sample.self)
                let reds = (planes[2].memory.base + y * planes[2].stride).assumingMemoryBound(to: Sample.self)
                var pixel = target + y * size.width * channelCount
                var x = 0
                while x < size.width {
                    let light = (Int(truncatingIfNeeded: luma[x]) &- black) &* scale &+ 32768
                    let blue = Int(truncatingIfNeeded: blues[x]) &- middle
                    let red = Int(truncatingIfNeeded: reds[x]) &- middle
                    pixel[0] = clamped(light &+ red &* redOfRed)
                    pixel[1] = clamped(light &- blue &* greenOfBlue &- red &* greenOfRed)
                    pixel[2] = clamped(light &+ blue &* blueOfBlue)
                    if channelCount == 4 { pixel[3] = Sample(truncatingIfNeeded: maximum) }
                    pixel += channelCount
                    x &+= 1
                }
            }
        }

        @inline(__always)
        private func clamped<Sample: FixedWidthInteger>(_ value: Int) -> Sample {
            Sample(truncatingIfNeeded: min(max(value >> 16, 0), maximum))
        }
    }
}
