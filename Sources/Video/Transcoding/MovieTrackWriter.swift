import CLibAV
import MediaRequests

/// A receiver of a track's packets.
protocol PacketOutput: AnyObject {
    /// Receives the next packet, which is valid during the call.
    func write(_ packet: UnsafeMutablePointer<AVPacket>) throws(MediaError)
}

/// A stream of a `MovieWriter`. Only one thread can use it.
final class MovieTrackWriter: PacketOutput {
    private let writer: MovieWriter
    private let stream: UnsafeMutablePointer<AVStream>
    /// The unit of the packets' times, before the container changes it.
    private let timeBase: AVRational
    private var lastDecodeTime: Int64?
    private(set) var packetCount = 0
    /// The end of the last packet in seconds.
    private(set) var end = 0.0

    init(_ writer: MovieWriter, _ stream: UnsafeMutablePointer<AVStream>, timeBase: AVRational) {
        self.writer = writer
        self.stream = stream
        self.timeBase = timeBase
    }

    /// Copies the rotation, the language, and the description of spatial video.
    ///
    /// - Parameters:
    ///   - keepsHDR: Whether to copy the description of HDR, too.
    ///   - isUpright: Whether the frames are rotated already and show other pixels than the source's.
    ///   - keepsDolbyVision: Whether to copy the description of Dolby Vision, too.
    func describe(
        like source: AVStream, keepsHDR: Bool = true, isUpright: Bool = false, keepsDolbyVision: Bool = true
    ) throws(MediaError) {
        stream.pointee.disposition = source.disposition & (AV_DISPOSITION_DEFAULT | AV_DISPOSITION_FORCED)
        if let language = av_dict_get(source.metadata, "language", nil, 0) {
            av_dict_set(&stream.pointee.metadata, "language", language.pointee.value, 0)
        }
        for index in 0..<(isUpright ? 0 : Int(max(0, source.nb_side_data))) {
            guard let entry = source.side_data?[index], let bytes = entry.data,
                Self.keptSideData.contains(entry.type) || keepsHDR && Self.sideDataOfHDR.contains(entry.type)
            else { continue }
            if !keepsDolbyVision, entry.type == AV_PKT_DATA_DOVI_CONF { continue }
            guard let copy = av_stream_new_side_data(stream, entry.type, entry.size) else { throw .noMemoryForMovie }
            copy.update(from: bytes, count: entry.size)
        }
    }

    /// Sets the transformation that makes the frames upright.
    func setTransform(_ transform: MovieDescription.Transform) throws(MediaError) {
        guard transform != MovieDescription.Transform() else { return }
        let size = 9 * MemoryLayout<Int32>.size
        guard let data = av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, size) else {
            throw .noMemoryForMovie
        }
        func fixed(_ value: Double) -> Int32 { Int32(clamping: Int64(rounding: value * 65_536)) }
        let matrix = [
            fixed(transform.a), fixed(transform.b), 0, fixed(transform.c), fixed(transform.d), 0, fixed(transform.tx),
            fixed(transform.ty), 1 << 30,
        ]
        matrix.withUnsafeBytes { data.update(from: $0.bindMemory(to: UInt8.self).baseAddress!, count: size) }
    }

    func setLanguage(_ language: String) {
        av_dict_set(&stream.pointee.metadata, "language", language, 0)
    }

    private static let keptSideData: [AVPacketSideDataType] = [
        AV_PKT_DATA_DISPLAYMATRIX, AV_PKT_DATA_SPHERICAL, AV_PKT_DATA_STEREO3D,
    ]
    private static let sideDataOfHDR: [AVPacketSideDataType] = [
        AV_PKT_DATA_MASTERING_DISPLAY_METADATA, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, AV_PKT_DATA_DOVI_CONF,
    ]

    /// Writes a packet whose times are in the unit of the encoder or of the copied stream. Its decoding time becomes
    /// later than the previous packet's, as containers require.
    func write(_ packet: UnsafeMutablePointer<AVPacket>) throws(MediaError) {
        guard writer.hasRoom(for: packet) else { return }
        av_packet_rescale_ts(packet, timeBase, stream.pointee.time_base)
        if packet.pointee.dts == albumen_av_no_time { packet.pointee.dts = packet.pointee.pts }
        if packet.pointee.dts == albumen_av_no_time { packet.pointee.dts = lastDecodeTime ?? 0 }
        if let last = lastDecodeTime, packet.pointee.dts <= last { packet.pointee.dts = last &+ 1 }
        if packet.pointee.pts == albumen_av_no_time || packet.pointee.pts < packet.pointee.dts {
            packet.pointee.pts = packet.pointee.dts
        }
        lastDecodeTime = packet.pointee.dts
        packet.pointee.stream_index = stream.pointee.index
        packet.pointee.pos = -1
        packetCount += 1
        let unit = av_q2d(stream.pointee.time_base)
        end = max(end, (Double(packet.pointee.pts) + Double(max(0, packet.pointee.duration))) * unit)
        try writer.write(packet)
    }
}
