import Foundation

extension ThumbHash {
    /// The format's channels of an image: lightness, yellow–blue, red–green, and alpha. Transparent areas have the
    /// mean colour, which needs the fewest waves.
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
            // The bitmap's colours are premultiplied, so this sum weights them by alpha.
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

    /// The largest numbers of waves, horizontally and vertically.
    struct WaveCounts {
        let across: Int
        let down: Int

        /// The frequencies of each wave, horizontally and vertically: the low frequencies, which form a triangle.
        /// Excludes the constant term, which is the mean.
        var frequencies: [(across: Int, down: Int)] {
            (0..<down).flatMap { row in
                (0..<across).filter { $0 * down < across * (down - row) && $0 + row > 0 }.map { ($0, row) }
            }
        }
    }

    /// The cosines of a channel's waves for each column and row of an image.
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

        /// Returns the amplitudes of a channel's horizontal waves in each row, by frequency. Many waves share them.
        func rowSums(_ plane: [Double]) -> [[Double]] {
            across.map { cosines in
                (0..<size.height).map { y in
                    var row = 0.0
                    for x in 0..<size.width { row += plane[y * size.width + x] * cosines[x] }
                    return row
                }
            }
        }

        /// Returns the amplitude of a wave in a channel.
        func amplitude(_ rowSums: [[Double]], _ frequency: (across: Int, down: Int)) -> Double {
            var sum = 0.0
            for y in 0..<size.height { sum += rowSums[frequency.across][y] * down[frequency.down][y] }
            return sum / Double(size.width * size.height)
        }

        /// Returns a channel decoded from its mean and its amplitudes.
        func plane(mean: Double, amplitudes: [Double]) -> [Double] {
            var plane = Array(repeating: mean, count: size.width * size.height)
            for (amplitude, frequency) in zip(amplitudes, counts.frequencies) {
                for y in 0..<size.height {
                    // Each term represents itself and its mirror image.
                    let factor = 2 * amplitude * down[frequency.down][y]
                    for x in 0..<size.width { plane[y * size.width + x] += factor * across[frequency.across][x] }
                }
            }
            return plane
        }
    }

    /// A channel in its stored form.
    struct ChannelCode {
        let mean: Double
        /// The largest amplitude. The stored amplitudes are relative to it.
        let scale: Double
        /// The amplitudes in four bits each, where 0 means the negative scale and 15 the scale.
        let steps: [UInt8]

        init(_ plane: [Double], _ waves: CosineWaves) {
            let rowSums = waves.rowSums(plane)
            mean = waves.amplitude(rowSums, (0, 0))
            let amplitudes = waves.counts.frequencies.map { waves.amplitude(rowSums, $0) }
            let scale = amplitudes.map(abs).max() ?? 0
            self.scale = scale
            steps = amplitudes.map { scale > 0 ? UInt8(((0.5 + 0.5 * $0 / scale) * 15).rounded()) : 0 }
        }
    }
}
