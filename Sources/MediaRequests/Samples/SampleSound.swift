/// Uncompressed sound with interleaved channels.
package struct SampleSound: Codable, Hashable, Sendable {
    package var sampleRate: Int32
    package var channelCount: Int32
    /// Whether samples are floating-point numbers of 32 bits, or else integers of 16 bits.
    package var isFloat: Bool

    package init(sampleRate: Int32, channelCount: Int32, isFloat: Bool) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.isFloat = isFloat
    }

    package var bytesPerSample: Int { Int(channelCount) * (isFloat ? 4 : 2) }

    package static let sampleRates: ClosedRange<Int32> = 8000...192_000

    package var isValid: Bool { Self.sampleRates.contains(sampleRate) && (1...2).contains(channelCount) }
}
