import CLibAV
import MediaRequests

/// The sample rate, channels and samples of encoded sound.
struct SoundFormat {
    var sampleRate: Int32
    var channelCount: Int32
    var sampleFormat: AVSampleFormat

    private static let uncompressedRates: ClosedRange<Int32> = 8000...192_000

    init(sampleRate: Int32, channelCount: Int32, sampleFormat: AVSampleFormat) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.sampleFormat = sampleFormat
    }

    /// Returns the format in which an encoder stores a stream's sound.
    ///
    /// - Throws: `unreadable` if the stream's description is invalid.
    init(_ parameters: AVCodecParameters, for encoding: AudioEncoding) throws(MediaError) {
        let channels = parameters.ch_layout.nb_channels
        guard parameters.sample_rate > 0, channels > 0 else {
            throw MediaError(.unreadable, "the movie doesn't describe its sound")
        }
        channelCount = channels == 1 ? 1 : 2
        if case .linearPCM = encoding {
            sampleRate = Self.uncompressedRates.contains(parameters.sample_rate) ? parameters.sample_rate : 48_000
            sampleFormat = AV_SAMPLE_FMT_S16
        } else {
            sampleRate =
                MovieWriting.EncodedSound.ratesOfAAC.contains(parameters.sample_rate) ? parameters.sample_rate : 48_000
            sampleFormat = AV_SAMPLE_FMT_FLTP
        }
    }

    /// Opens the encoder of an export.
    func openEncoder(_ encoding: AudioEncoding) throws(MediaError) -> StreamEncoder {
        var bitRate: Int64 = 0
        var name = "pcm_s16le"
        if case .aac(let rate) = encoding {
            name = "aac"
            // The rate is for two channels of at least 32 kHz. The codec stores at most six bits per sample.
            let share = Double(channelCount) / 2 * min(1, Double(sampleRate) / 32_000)
            bitRate = Int64(max(8000, min(Double(sampleRate) * 6 * Double(channelCount), Double(rate) * share)))
        }
        return try StreamEncoder(name) { codec in
            codec.sample_rate = sampleRate
            codec.sample_fmt = sampleFormat
            av_channel_layout_default(&codec.ch_layout, channelCount)
            codec.time_base = AVRational(num: 1, den: sampleRate)
            codec.bit_rate = bitRate
        }
    }
}
