import CLibAV

/// Multiplies samples by a factor.
struct SoundVolume {
    private let factor: Float
    private let isFloat: Bool
    private let channelCount: Int

    init(_ factor: Float, _ format: SoundFormat) {
        self.factor = factor
        isFloat = format.sampleFormat == AV_SAMPLE_FMT_FLTP
        channelCount = Int(format.channelCount)
    }

    /// Changes the samples of a frame, which is in the format of the encoder. Louder samples than the largest become the
    /// largest.
    func apply(to frame: UnsafeMutablePointer<AVFrame>) {
        guard factor != 1, let planes = frame.pointee.extended_data else { return }
        let count = Int(frame.pointee.nb_samples)
        if isFloat {
            for channel in 0..<channelCount {
                guard let plane = planes[channel] else { continue }
                plane.withMemoryRebound(to: Float.self, capacity: count) { samples in
                    for index in 0..<count { samples[index] = max(-1, min(1, samples[index] * factor)) }
                }
            }
        } else if let plane = planes[0] {
            plane.withMemoryRebound(to: Int16.self, capacity: count * channelCount) { samples in
                for index in 0..<count * channelCount {
                    samples[index] = Int16(max(-32_768, min(32_767, (Float(samples[index]) * factor).rounded())))
                }
            }
        }
    }
}
