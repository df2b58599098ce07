import CLibAV
import MediaRequests

/// The packets of a movie's pictures around and in a time range, in the order of the file.
struct SpliceScan {
    struct Packet: Equatable {
        var decodeTime: Int64
        var time: Int64
        var duration: Int64
        /// Whether the movie can be decoded from here.
        var isKeyframe: Bool
        /// Whether copied packets can start here.
        var resets: Bool
        /// Whether the picture is only decoded, and not shown.
        var isHidden = false
    }

    private static let countLimit = 20_000_000
    /// The largest time and duration in seconds, in both directions. Sums of such times can't overflow in any unit.
    private static let timeLimitInSeconds = 1e9

    private(set) var packets: [Packet] = []
    /// Whether there are packets behind the range.
    private(set) var hasMore = false
    /// The numbers of the parameter sets in packets.
    private(set) var identifiers: UsedIdentifiers?
    private let source: PictureSource
    private let codec: SplicedCodec?

    /// Reads the packets of a range, from the keyframe before it on.
    ///
    /// - Parameters:
    ///   - codec: `nil` if each frame is a keyframe.
    ///   - report: Receives the share of the file's bytes.
    /// - Returns: `nil` if a packet is damaged, or if its kind can't be copied.
    init?(
        _ source: PictureSource, _ codec: SplicedCodec?, _ reader: MovieReader, _ range: Range<Double>,
        identifiers: UsedIdentifiers?, _ report: (Double) -> Void
    ) {
        self.source = source
        self.codec = codec
        self.identifiers = identifiers
        reader.seek(to: range.lowerBound, index: source.streamIndex)
        while let packet = reader.next() {
            guard Int(packet.pointee.stream_index) == source.streamIndex else { continue }
            report(reader.share)
            guard let time = source.clock.seconds(packet.pointee.dts), packets.count < Self.countLimit else {
                return nil
            }
            if time >= range.upperBound {
                hasMore = true
                return
            }
            guard let read = read(packet.pointee), read.decodeTime > packets.last?.decodeTime ?? .min else {
                return nil
            }
            packets.append(read)
        }
        if reader.isDamaged { return nil }
    }

    private mutating func read(_ packet: AVPacket) -> Packet? {
        guard packet.pts != albumen_av_no_time, packet.flags & AV_PKT_FLAG_CORRUPT == 0, packet.size > 0,
            let data = packet.data, !Self.changesDescription(packet), hasPlausibleTimes(packet)
        else { return nil }
        let isKeyframe = packet.flags & AV_PKT_FLAG_KEY != 0
        var result = Packet(
            decodeTime: packet.dts, time: packet.pts, duration: packet.duration, isKeyframe: isKeyframe,
            resets: isKeyframe, isHidden: packet.flags & AV_PKT_FLAG_DISCARD != 0)
        guard let codec else { return isKeyframe ? result : nil }
        let bytes = UnsafeBufferPointer(start: data, count: Int(packet.size))
        guard let places = CodedUnits.places(afterLengthsIn: bytes) else { return nil }
        var types: Set<UInt8> = []
        for place in places where place.count > codec.headerSize {
            // Layers of spatial video have parameter sets of their own.
            if codec == .hevc, bytes[place.lowerBound] & 1 != 0 || bytes[place.lowerBound + 1] >> 3 != 0 { return nil }
            let type = codec.type(bytes[place.lowerBound])
            if codec.isPicture(type) { types.insert(type) }
            if codec.isParameterSet(type), identifiers?.insert(Array(bytes[place])) != true { return nil }
        }
        guard let type = types.first else { return nil }
        result.resets = isKeyframe && types.count == 1 && codec.resets(type)
        return result
    }

    private func hasPlausibleTimes(_ packet: AVPacket) -> Bool {
        [packet.dts, packet.pts, packet.duration].allSatisfy { time in
            source.clock.seconds(time).map { abs($0) <= Self.timeLimitInSeconds } ?? false
        }
    }

    /// Whether the container changes the decoder's description with a packet.
    private static func changesDescription(_ packet: AVPacket) -> Bool {
        (0..<Int(max(0, packet.side_data_elems))).contains { packet.side_data?[$0].type == AV_PKT_DATA_NEW_EXTRADATA }
    }
}
