import CLibAV
import MediaRequests

/// Keeps the packets of a track until the movie's header can be written. Only one thread can use it.
final class PacketQueue: PacketOutput {
    /// The number of bytes that a queue may keep.
    static let limitInBytes = 256 << 20

    private var packets: [MoviePacket] = []
    private var output: MovieTrackWriter?
    /// The size of the kept packets.
    private(set) var byteCount = 0

    /// The end of the last written packet in seconds.
    var end: Double { output?.end ?? 0 }

    func write(_ packet: UnsafeMutablePointer<AVPacket>) throws(MediaError) {
        if let output { return try output.write(packet) }
        let kept = try MoviePacket()
        guard av_packet_ref(kept.packet, packet) >= 0 else { throw .noMemoryForMovie }
        byteCount += Int(max(0, packet.pointee.size))
        guard byteCount <= Self.limitInBytes else {
            throw MediaError(
                .limitExceeded,
                "another track of the movie has had no sample yet. Append the tracks' samples in turns, or create the "
                    + "inputs of compressed samples with a format")
        }
        packets.append(kept)
    }

    /// Writes the kept packets to a stream, and passes on later ones.
    func connect(to output: MovieTrackWriter) throws(MediaError) {
        self.output = output
        for kept in packets { try output.write(kept.packet) }
        packets = []
        byteCount = 0
    }
}
