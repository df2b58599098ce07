import CLibAV
import MediaRequests
import Pixels

/// A time range of a movie whose packets can be copied, except for frames at its start and end.
struct Splice {
    let source: PictureSource
    let plan: SplicePlan
    let timeBase: AVRational
    private let encoding: VideoEncoding
    private let format: PictureFormat
    /// `nil` if each frame is a keyframe, and none is encoded.
    private let codec: SplicedCodec?
    private let identifiers: ParameterSetIdentifiers
    /// The description of the movie's stream, which gets the encoder's sets.
    private let record: DecoderRecord?

    /// - Parameters:
    ///   - timeBase: The unit of the export's times.
    ///   - report: Receives the share of the file's bytes that have been read.
    /// - Returns: `nil` if the codec, the frames or the structure of the movie don't allow it.
    init?(
        _ source: PictureSource, _ reader: MovieReader, _ encoding: VideoEncoding, range: Range<Double>,
        timeBase: AVRational, _ report: (Double) -> Void
    ) {
        let parameters = source.stream.codecpar.pointee
        guard reader.isISO, range.lowerBound > 0, let start = source.clock.time(range.lowerBound) else { return nil }
        self.source = source
        self.timeBase = timeBase
        self.encoding = encoding
        format = PictureFormat(unchanged: source.stream)
        var used: UsedIdentifiers?
        if let codec = SplicedCodec(parameters.codec_id) {
            guard Self.canEncode(source.stream, encoding, format),
                let record = DecoderRecord(Self.description(parameters), codec), record.isComplete
            else { return nil }
            var identifiers = UsedIdentifiers(codec)
            for unit in record.sets.flatMap(\.units) where codec.isParameterSet(codec.type(unit[0])) {
                guard identifiers.insert(unit) else { return nil }
            }
            (self.codec, self.record, used) = (codec, record, identifiers)
        } else {
            guard let codec = avcodec_descriptor_get(parameters.codec_id),
                codec.pointee.props & AV_CODEC_PROP_INTRA_ONLY != 0
            else { return nil }
            (self.codec, record) = (nil, nil)
        }
        guard let scan = SpliceScan(source, codec, reader, range, identifiers: used, report) else { return nil }
        let clock = source.clock
        guard
            let plan = SplicePlan(
                scan.packets, hasMore: scan.hasMore, start: start, range: range,
                seconds: { clock.seconds($0) ?? 0 })
        else { return nil }
        self.plan = plan
        if codec == nil {
            guard !plan.hasHead, plan.tail == nil else { return nil }
            identifiers = ParameterSetIdentifiers(sequence: 0, picture: 0)
        } else {
            guard let unused = scan.identifiers?.unused else { return nil }
            identifiers = unused
        }
    }

    /// Whether an encoder can continue the frames as they are.
    private static func canEncode(_ stream: AVStream, _ encoding: VideoEncoding, _ format: PictureFormat) -> Bool {
        let parameters = stream.codecpar.pointee
        let eightBits = [AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P]
        let isEncodable =
            switch encoding {
            case .h264(let limits):
                parameters.codec_id == AV_CODEC_ID_H264 && limits.keepsFrames && eightBits.contains(format.pixelFormat)
            case .hevc(let limits):
                parameters.codec_id == AV_CODEC_ID_HEVC && limits.keepsFrames
                    && (eightBits + [AV_PIX_FMT_YUV420P10LE]).contains(format.pixelFormat)
            case .copy, .proRes422: false
            }
        return isEncodable && format.size.width % 2 == 0 && format.size.height % 2 == 0
            && [AV_FIELD_PROGRESSIVE, AV_FIELD_UNKNOWN].contains(parameters.field_order)
    }

    private static func description(_ parameters: AVCodecParameters) -> [UInt8] {
        Array(UnsafeBufferPointer(start: parameters.extradata, count: Int(max(0, parameters.extradata_size))))
    }

    /// Returns the seconds since the movie's start.
    func seconds(_ time: Int64) -> Double { source.clock.seconds(time) ?? 0 }

    /// Whether some frames are encoded.
    var encodes: Bool { plan.hasHead || plan.tail != nil }

    /// Returns the description of the stream with the encoder's parameter sets, or `nil` if it stays the same.
    ///
    /// - Throws: `unsupported` if one description can't have both.
    func description() throws(MediaError) -> [UInt8]? {
        guard encodes, let codec, var record else { return nil }
        let encoder = try openEncoder()
        let context = encoder.context.pointee
        let bytes = UnsafeBufferPointer(start: context.extradata, count: Int(max(0, context.extradata_size)))
        let units = CodedUnits.places(afterStartCodesIn: bytes).map { Array(bytes[$0]) }
            .filter { codec.isParameterSet(codec.type($0[0])) }
        let numbered = codec == .h264 ? units : units.compactMap(identifiers.renumbered)
        guard numbered.count == units.count, !units.isEmpty, record.add(numbered) else {
            throw MediaError(.unsupported, "the encoder's pictures can't follow those of the movie")
        }
        return record.bytes
    }

    private func openEncoder() throws(MediaError) -> StreamEncoder {
        try VideoEncoder.open(
            encoding, format, timeBase: timeBase, frameRate: source.frameRate, bitRate: nil,
            splicing: identifiers.sequence)
    }

    /// Returns a track that encodes frames.
    func encodedTrack(
        to result: SplicedOutput, _ output: MovieTrackWriter, delay: Int64
    ) throws(MediaError) -> PictureTrack {
        guard let codec else { throw MediaError(.unsupported, "frames of this codec can't follow one another") }
        let packets = try EncodedSplice(codec, identifiers, result, delay: delay)
        let sink = try PictureSink(try openEncoder(), packets)
        return try PictureTrack([source], ScaledPictures(format, sink), sink, output, PictureTrack.Form())
    }

    /// Returns the bytes of a copied packet, or `nil` if they stay the same.
    ///
    /// The first picture after encoded ones no longer refers to pictures before it. The metadata of Dolby Vision is left
    /// out, because encoded frames have none.
    func copiedBytes(_ packet: AVPacket, followsEncoded: Bool) -> [UInt8]? {
        guard codec == .hevc, let data = packet.data else { return nil }
        let bytes = UnsafeBufferPointer(start: data, count: Int(max(0, packet.size)))
        guard let places = CodedUnits.places(afterLengthsIn: bytes) else { return nil }
        func isDolbyVision(_ type: UInt8) -> Bool { SplicedCodec.dolbyVision.contains(type) }
        func isOpen(_ type: UInt8) -> Bool {
            followsEncoded && packet.dts == plan.first && type == SplicedCodec.cleanRandomAccess
        }
        let types = places.map { SplicedCodec.hevc.type(bytes[$0.lowerBound]) }
        guard encodes, types.contains(where: { isDolbyVision($0) || isOpen($0) }) else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (place, type) in zip(places, types) where !isDolbyVision(type) {
            var unit = Array(bytes[place])
            if isOpen(type) { unit[0] = unit[0] & 0x81 | SplicedCodec.brokenLink << 1 }
            CodedUnits.append(unit, to: &result)
        }
        return result.isEmpty ? nil : result
    }
}

extension VideoLimits {
    /// Whether frames keep their size and their number.
    fileprivate var keepsFrames: Bool { maximumSize == nil && maximumFrameRate == nil }
}
