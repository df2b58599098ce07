import Foundation

extension ThumbHash {
    /// A picture as the format's channels: lightness, yellow against blue, red against green, and the alpha. What shows
    /// through is filled with the mean colour, which costs the fewest waves.
    struct ColourPlanes {
        let hasAlpha: Bool
        let all: [[Double]]

        init(_ bitmap: Bitmap) {
            let count = bitmap.width * bitmap.height
            var colours = Array(repeating: SIMD4<Double>(), count: count)
            bitmap.withBytes { bytes in
                for y in 0..<bitmap.height {
                    for x in 0..<bitmap.width {
                        let offset = y * bitmap.bytesPerRow + x * Bitmap.bytesPerPixel
                        colours[y * bitmap.width + x] =
                            SIMD4(
                                Double(bytes[offset]), Double(bytes[offset + 1]), Double(bytes[offset + 2]),
                                Double(bytes[offset + 3])) / 255
                    }
                }
            }
            // The bitmap's colours are multiplied by their alpha, so this sum weighs them by it.
            let sum = colours.reduce(SIMD4(), +)
            let mean = sum.w > 0 ? sum / sum.w : SIMD4()
            hasAlpha = bitmap.hasAlpha && !bitmap.isOpaque
            let filled = colours.map { $0 + mean * (1 - $0.w) }
            var all = [
                filled.map { ($0.x + $0.y + $0.z) / 3 },
                filled.map { ($0.x + $0.y) / 2 - $0.z },
                filled.map { $0.x - $0.y },
            ]
            if hasAlpha { all.append(colours.map(\.w)) }
            self.all = all
        }
    }

    /// How many waves there are across and down at most.
    struct WaveCounts {
        let across: Int
        let down: Int

        /// Each wave as how often it turns across and down: the slow ones, which lie in a triangle. Without the first,
        /// which is the mean.
        var frequencies: [(across: Int, down: Int)] {
            (0..<down).flatMap { row in
                (0..<across).filter { $0 * down < across * (down - row) && $0 + row > 0 }.map { ($0, row) }
            }
        }
    }

    /// The cosines of a channel's waves at each column and row of a picture.
    struct CosineWaves {
        let counts: WaveCounts
        let size: PixelSize
        let across: [[Double]]
        let down: [[Double]]

        init(_ counts: WaveCounts, in size: PixelSize) {
            self.counts = counts
            self.size = size
            across = (0..<counts.across).map { Self.cosines(frequency: $0, length: size.width) }
            down = (0..<counts.down).map { Self.cosines(frequency: $0, length: size.height) }
        }

        private static func cosines(frequency: Int, length: Int) -> [Double] {
            (0..<length).map { cos(Double.pi / Double(length) * Double(frequency) * (Double($0) + 0.5)) }
        }

        /// How much of a wave is in a channel.
        func amplitude(_ plane: [Double], _ frequency: (across: Int, down: Int)) -> Double {
            var sum = 0.0
            for y in 0..<size.height {
                var row = 0.0
                for x in 0..<size.width { row += plane[y * size.width + x] * across[frequency.across][x] }
                sum += row * down[frequency.down][y]
            }
            return sum / Double(size.width * size.height)
        }

        /// A channel put together again from its mean and its waves.
        func plane(mean: Double, amplitudes: [Double]) -> [Double] {
            var plane = Array(repeating: mean, count: size.width * size.height)
            for (amplitude, frequency) in zip(amplitudes, counts.frequencies) {
                for y in 0..<size.height {
                    // Each stands for itself and its mirror image.
                    let factor = 2 * amplitude * down[frequency.down][y]
                    for x in 0..<size.width { plane[y * size.width + x] += factor * across[frequency.across][x] }
                }
            }
            return plane
        }
    }

    /// One channel as it is stored.
    struct ChannelCode {
        let mean: Double
        /// The largest amplitude; the others are told as parts of it.
        let scale: Double
        /// Each wave in four bits: 0 for the scale's negative, 15 for the scale.
        let steps: [UInt8]

        init(_ plane: [Double], _ waves: CosineWaves) {
            mean = waves.amplitude(plane, (0, 0))
            let amplitudes = waves.counts.frequencies.map { waves.amplitude(plane, $0) }
            let scale = amplitudes.map(abs).max() ?? 0
            self.scale = scale
            steps = amplitudes.map { scale > 0 ? UInt8(((0.5 + 0.5 * $0 / scale) * 15).rounded()) : 0 }
        }
    }
}
