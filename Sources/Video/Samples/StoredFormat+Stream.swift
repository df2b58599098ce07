import CLibAV
import Foundation
import MediaRequests

extension StoredFormat {
    /// - Returns: `nil` if the stream's description is too long.
    init?(_ stream: AVStream) {
        let parameters = stream.codecpar.pointee
        let kind: Kind =
            switch parameters.codec_type {
            case AVMEDIA_TYPE_VIDEO: .video
            case AVMEDIA_TYPE_AUDIO: .audio
            default: .other
            }
        self.init(kind: kind, codec: String(cString: avcodec_get_name(parameters.codec_id)))
        tag = parameters.codec_tag
        if let bytes = parameters.extradata, parameters.extradata_size > 0 {
            setup = Data(bytes: bytes, count: Int(parameters.extradata_size))
        }
        (profile, level, bitRate) = (parameters.profile, parameters.level, max(0, parameters.bit_rate))
        (width, height) = (max(0, parameters.width), max(0, parameters.height))
        let aspect = stream.sample_aspect_ratio.num > 0 ? stream.sample_aspect_ratio : parameters.sample_aspect_ratio
        pixelAspect = Fraction(numerator: aspect.num, denominator: max(1, aspect.den))
        colours.range = parameters.color_range.rawValue
        colours.primaries = parameters.color_primaries.rawValue
        colours.transfer = parameters.color_trc.rawValue
        colours.matrix = parameters.color_space.rawValue
        (sampleRate, channelCount) = (max(0, parameters.sample_rate), max(0, parameters.ch_layout.nb_channels))
        (frameSize, bytesPerBlock) = (max(0, parameters.frame_size), max(0, parameters.block_align))
        bitsPerSample = max(0, parameters.bits_per_coded_sample)
        timescale = StreamClock.timescale(stream.time_base)
        guard isPlausible else { return nil }
    }
}

/// A stream for packets of a client. Only one thread can use it.
final class StoredStream {
    private var context: UnsafeMutablePointer<AVFormatContext>?
    let stream: UnsafeMutablePointer<AVStream>

    /// - Throws: `unsupported` if FFmpeg doesn't know the codec.
    init(_ format: StoredFormat) throws(MediaError) {
        guard let descriptor = avcodec_descriptor_get_by_name(format.codec) else {
            throw MediaError(.unsupported, "the codec \(format.codec) can't be copied")
        }
        guard let context = avformat_alloc_context(), let stream = avformat_new_stream(context, nil) else {
            throw .noMemoryForMovie
        }
        self.context = context
        self.stream = stream
        guard let parameters = stream.pointee.codecpar else { throw .noMemoryForMovie }
        parameters.pointee.codec_type = descriptor.pointee.type
        parameters.pointee.codec_id = descriptor.pointee.id
        parameters.pointee.codec_tag = format.tag
        (parameters.pointee.profile, parameters.pointee.level) = (format.profile, format.level)
        parameters.pointee.bit_rate = format.bitRate
        (parameters.pointee.width, parameters.pointee.height) = (format.width, format.height)
        let aspect = AVRational(num: max(0, format.pixelAspect.numerator), den: max(1, format.pixelAspect.denominator))
        parameters.pointee.sample_aspect_ratio = aspect
        stream.pointee.sample_aspect_ratio = aspect
        parameters.pointee.color_range = AVColorRange(format.colours.range)
        parameters.pointee.color_primaries = AVColorPrimaries(format.colours.primaries)
        parameters.pointee.color_trc = AVColorTransferCharacteristic(format.colours.transfer)
        parameters.pointee.color_space = AVColorSpace(format.colours.matrix)
        parameters.pointee.sample_rate = format.sampleRate
        if format.channelCount > 0 { av_channel_layout_default(&parameters.pointee.ch_layout, format.channelCount) }
        (parameters.pointee.frame_size, parameters.pointee.block_align) = (format.frameSize, format.bytesPerBlock)
        parameters.pointee.bits_per_coded_sample = format.bitsPerSample
        stream.pointee.time_base = AVRational(num: 1, den: format.timescale)
        guard !format.setup.isEmpty else { return }
        // Readers of bits may read behind the end.
        let room = format.setup.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)
        guard let memory = av_mallocz(room) else { throw .noMemoryForMovie }
        format.setup.copyBytes(
            to: UnsafeMutableRawBufferPointer(start: memory, count: format.setup.count))
        parameters.pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
        parameters.pointee.extradata_size = Int32(format.setup.count)
    }

    deinit {
        avformat_free_context(context)
    }
}
