import Foundation

extension ThumbHash {
    /// The header before the waves: five bytes, or six with alpha.
    struct Header {
        static let byteCount = 5

        let hasAlpha: Bool
        let isLandscape: Bool
        /// The number of lightness waves along the short side. The long side always has the largest possible number.
        let shortCount: Int

        private var longCount: Int { hasAlpha ? 5 : 7 }

        init(size: PixelSize, hasAlpha: Bool) {
            self.hasAlpha = hasAlpha
            isLandscape = size.width > size.height
            let longest = hasAlpha ? 5.0 : 7.0
            let short = Double(min(size.width, size.height))
            shortCount = max(1, Int((longest * short / Double(size.longSide)).rounded()))
        }

        /// - Returns: `nil` if a byte is missing.
        init?(_ bytes: Data) {
            let bytes = [UInt8](bytes)
            guard bytes.count >= Self.byteCount else { return nil }
            hasAlpha = bytes[2] & 0x80 != 0
            isLandscape = bytes[4] & 0x80 != 0
            shortCount = Int(bytes[3] & 7)
            guard !hasAlpha || bytes.count > Self.byteCount else { return nil }
        }

        var startOfWaves: Int { Self.byteCount + (hasAlpha ? 1 : 0) }

        /// The minimum length of a hash with this header.
        var hashByteCount: Int {
            startOfWaves + (waveCounts.reduce(0) { $0 + $1.frequencies.count } + 1) / 2
        }

        var aspectRatio: Double {
            let ratio = Double(longCount) / Double(max(1, shortCount))
            return isLandscape ? ratio : 1 / ratio
        }

        /// The number of waves of each channel, in storage order.
        var waveCounts: [WaveCounts] {
            let short = max(3, shortCount)
            let colour = WaveCounts(across: 3, down: 3)
            let lightness =
                isLandscape
                ? WaveCounts(across: longCount, down: short) : WaveCounts(across: short, down: longCount)
            return [lightness, colour, colour] + (hasAlpha ? [WaveCounts(across: 5, down: 5)] : [])
        }

        /// Returns the header's bytes, including the channels' means and scales.
        func bytes(_ channels: [ChannelCode]) -> [UInt8] {
            func step(_ value: Double, of largest: Double) -> Int { Int((value * largest).rounded()) }
            let first =
                step(channels[0].mean, of: 63) | step(1 + channels[1].mean, of: 31.5) << 6
                | step(1 + channels[2].mean, of: 31.5) << 12 | step(channels[0].scale, of: 31) << 18
                | (hasAlpha ? 1 << 23 : 0)
            let second =
                shortCount | step(channels[1].scale, of: 63) << 3 | step(channels[2].scale, of: 63) << 9
                | (isLandscape ? 1 << 15 : 0)
            var bytes = [first, first >> 8, first >> 16, second, second >> 8].map { UInt8($0 & 255) }
            if hasAlpha {
                bytes.append(UInt8(step(channels[3].mean, of: 15) | step(channels[3].scale, of: 15) << 4))
            }
            return bytes
        }
    }

    /// A decoded hash. Its bytes are from this code or have passed `init(bytes:)`.
    struct Decoded {
        let header: Header
        /// The mean of each channel.
        let means: [Double]
        private let amplitudes: [[Double]]

        /// Four bits lose some of the saturation. The format specifies this factor for decoders.
        private static let colourBoost = 1.25

        init(_ data: Data) {
            let bytes = [UInt8](data)
            guard let header = Header(data) else { preconditionFailure("a hash without its header") }
            self.header = header
            let first = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
            let second = Int(bytes[3]) | Int(bytes[4]) << 8
            var means = [
                Double(first & 63) / 63, Double(first >> 6 & 63) / 31.5 - 1, Double(first >> 12 & 63) / 31.5 - 1,
            ]
            var scales = [
                Double(first >> 18 & 31) / 31, Double(second >> 3 & 63) / 63 * Self.colourBoost,
                Double(second >> 9 & 63) / 63 * Self.colourBoost,
            ]
            if header.hasAlpha {
                means.append(Double(bytes[5] & 15) / 15)
                scales.append(Double(bytes[5] >> 4) / 15)
            }
            self.means = means

            var index = 2 * header.startOfWaves
            amplitudes = zip(header.waveCounts, scales).map { counts, scale in
                counts.frequencies.map { _ in
                    defer { index += 1 }
                    let step = bytes[index / 2] >> (index % 2 == 0 ? 0 : 4) & 15
                    return (Double(step) / 7.5 - 1) * scale
                }
            }
        }

        func planes(_ size: PixelSize) -> [[Double]] {
            header.waveCounts.indices.map { channel in
                CosineWaves(header.waveCounts[channel], in: size)
                    .plane(mean: means[channel], amplitudes: amplitudes[channel])
            }
        }
    }
}
