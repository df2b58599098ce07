import CLibAV
import MediaRequests

/// The encoder of pictures with its output. Only one thread can use it.
final class PictureSink {
    private let encoder: StreamEncoder
    private let output: any PacketOutput
    /// The durations of frames in the encoder, by their times.
    private var durations: [Int64: Int64] = [:]
    /// The newest packet, which is written when another one follows or the stream ends.
    private let held: MoviePacket
    private var isHolding = false
    /// The end of the last frame, in the encoder's unit.
    private var end: Int64 = 0

    init(_ encoder: StreamEncoder, _ output: any PacketOutput) throws(MediaError) {
        self.encoder = encoder
        self.output = output
        held = try MoviePacket()
    }

    /// The unit of times, in seconds.
    var timeBase: AVRational { encoder.context.pointee.time_base }

    /// Encodes a frame at a time, in the encoder's unit.
    func encode(
        _ frame: UnsafeMutablePointer<AVFrame>, at time: Int64, lasting duration: Int64
    ) throws(MediaError) {
        frame.pointee.pts = time
        durations[time] = duration
        try encoder.encode(frame) { packet throws(MediaError) in try write(packet) }
    }

    /// Ends the stream.
    ///
    /// The samples of a movie last until the next one is decoded. If frames have different durations, the samples of
    /// reordered frames end before the last frame does. So the last sample is decoded when it's shown, and lasts until
    /// the end.
    func finish() throws(MediaError) {
        try encoder.encode(nil) { packet throws(MediaError) in try write(packet) }
        guard isHolding else { return }
        let last = held.packet
        if last.pointee.pts != albumen_av_no_time, last.pointee.pts < end {
            last.pointee.dts = last.pointee.pts
            last.pointee.duration = end - last.pointee.pts
        }
        try writeHeldPacket()
    }

    private func write(_ packet: UnsafeMutablePointer<AVPacket>) throws(MediaError) {
        packet.pointee.duration = durations.removeValue(forKey: packet.pointee.pts) ?? packet.pointee.duration
        if isHolding { try writeHeldPacket() }
        av_packet_move_ref(held.packet, packet)
        isHolding = true
        end = max(end, held.packet.pointee.pts &+ max(0, held.packet.pointee.duration))
    }

    private func writeHeldPacket() throws(MediaError) {
        isHolding = false
        defer { av_packet_unref(held.packet) }
        try output.write(held.packet)
    }
}
