import CLibAV
import MediaRequests

/// The end of a spliced track: it receives encoded and copied packets, and writes them. Only one thread can use it.
final class SplicedOutput {
    private let output: MovieTrackWriter
    private let held: MoviePacket
    private var isHolding = false
    private var lastDecodeTime = Int64.min

    init(_ output: MovieTrackWriter) throws(MediaError) {
        self.output = output
        held = try MoviePacket()
    }

    /// Takes a packet, and writes the one before.
    ///
    /// - Parameter decodeTime: The time at which the packet is decoded at the latest. It becomes later than that of the
    ///   packet before.
    func write(_ packet: UnsafeMutablePointer<AVPacket>, decodeTime: Int64) throws(MediaError) {
        if isHolding { try writeHeldPacket() }
        packet.pointee.dts = min(
            max(decodeTime, lastDecodeTime == .min ? .min : lastDecodeTime &+ 1), packet.pointee.pts)
        lastDecodeTime = packet.pointee.dts
        av_packet_move_ref(held.packet, packet)
        isHolding = true
    }

    /// Ends the track at a time. The last packet is decoded when it's shown, and lasts until the end.
    func finish(at end: Int64) throws(MediaError) {
        guard isHolding else { return }
        let last = held.packet
        last.pointee.dts = last.pointee.pts
        last.pointee.duration = max(1, end - last.pointee.pts)
        try writeHeldPacket()
    }

    private func writeHeldPacket() throws(MediaError) {
        isHolding = false
        defer { av_packet_unref(held.packet) }
        try output.write(held.packet)
    }
}

/// The packets of an encoder that become part of a spliced track. Only one thread can use it.
final class EncodedSplice: PacketOutput {
    private let codec: SplicedCodec
    private let identifiers: ParameterSetIdentifiers
    private let output: SplicedOutput
    /// The time from decoding to showing a frame, as in the copied packets.
    private let delay: Int64
    private let packet: MoviePacket

    init(
        _ codec: SplicedCodec, _ identifiers: ParameterSetIdentifiers, _ output: SplicedOutput, delay: Int64
    ) throws(MediaError) {
        self.codec = codec
        self.identifiers = identifiers
        self.output = output
        self.delay = delay
        packet = try MoviePacket()
    }

    func write(_ encoded: UnsafeMutablePointer<AVPacket>) throws(MediaError) {
        let bytes = UnsafeBufferPointer(start: encoded.pointee.data, count: Int(max(0, encoded.pointee.size)))
        var result: [UInt8] = []
        for place in CodedUnits.places(afterStartCodesIn: bytes)
        where codec.isPicture(codec.type(bytes[place.lowerBound])) {
            switch codec {
            case .h264: CodedUnits.append(bytes[place], to: &result)
            case .hevc:
                guard let slice = identifiers.renumberedSlice(bytes[place]) else {
                    throw MediaError(.unsupported, "the encoder's pictures can't follow those of the movie")
                }
                CodedUnits.append(slice, to: &result)
            }
        }
        guard !result.isEmpty else { return }
        try packet.fill(result, like: encoded)
        try output.write(packet.packet, decodeTime: encoded.pointee.pts &- delay)
    }
}

extension MoviePacket {
    /// Replaces the packet by bytes with the times and flags of another packet.
    func fill(_ bytes: [UInt8], like other: UnsafeMutablePointer<AVPacket>) throws(MediaError) {
        av_packet_unref(packet)
        guard let size = Int32(exactly: bytes.count), av_new_packet(packet, size) >= 0, let data = packet.pointee.data
        else { throw .noMemoryForMovie }
        data.update(from: bytes, count: bytes.count)
        packet.pointee.pts = other.pointee.pts
        packet.pointee.dts = other.pointee.dts
        packet.pointee.duration = other.pointee.duration
        packet.pointee.flags = other.pointee.flags & AV_PKT_FLAG_KEY
    }
}
