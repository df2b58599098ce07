import CLibAV
import MediaRequests

/// The packets that the frames before a time need. Only one thread can use it.
///
/// A decoder gets packets in another order than that of their frames, and returns frames late. It would decode frames
/// behind a span only to find out that they are behind it. The times of the packets show this without decoding.
struct PacketsAhead {
    /// The largest number of packets that are kept.
    private static let countLimit = 32

    private struct Pending {
        let packet: MoviePacket
        /// In seconds since the movie's start.
        let time: Double
    }

    private let reader: PacketReader
    private let end: Double
    private var pending: [Pending] = []
    /// The packet of the last call, which is valid until the next one.
    private var current: MoviePacket?
    private var lastDecodeTime: Int64?
    private var latestDecodeSeconds = -Double.infinity
    private var isAtEnd = false
    /// Whether the packets have the times that a search needs. Otherwise, all packets are returned.
    private var isSearchable = true
    private var firstBehind: Double?

    init(_ reader: PacketReader, end: Double) {
        (self.reader, self.end) = (reader, end)
    }

    /// The time of the first frame at or behind the end. `nil` before `next()` has returned `nil`, and if there's no such
    /// frame.
    private(set) var timeBehind: Double?

    /// Returns the next packet, which is valid until the next call. Returns `nil` if no frame before the end needs one.
    ///
    /// - Throws: `limitExceeded` if there isn't enough memory.
    mutating func next() throws(MediaError) -> UnsafeMutablePointer<AVPacket>? {
        while isSearchable, !isNeeded, try read() {}
        if isSearchable, !isNeeded {
            timeBehind = firstBehind
            return nil
        }
        if pending.isEmpty { return isAtEnd ? nil : reader.next() }
        current = pending.removeFirst().packet
        return current?.packet
    }

    private var isNeeded: Bool { pending.contains { $0.time < end } }

    /// Reads a packet. Returns `false` at the end of the file, or if no further packet is shown before the end of the
    /// span or before the first frame behind it.
    private mutating func read() throws(MediaError) -> Bool {
        guard !isAtEnd, latestDecodeSeconds < firstBehind ?? end else { return false }
        guard pending.count < Self.countLimit else {
            isSearchable = false
            return false
        }
        guard let packet = reader.next() else {
            isAtEnd = true
            return false
        }
        let kept = try MoviePacket()
        guard av_packet_ref(kept.packet, packet) >= 0 else { throw .noMemoryForMovie }
        let (time, decodeTime) = (packet.pointee.pts, packet.pointee.dts)
        guard time != albumen_av_no_time, decodeTime != albumen_av_no_time, decodeTime <= time,
            decodeTime > lastDecodeTime ?? .min, packet.pointee.flags & AV_PKT_FLAG_DISCARD == 0,
            let seconds = reader.timeline.seconds(time, in: reader.stream),
            let decodeSeconds = reader.timeline.seconds(decodeTime, in: reader.stream)
        else {
            isSearchable = false
            pending.append(Pending(packet: kept, time: -.infinity))
            return false
        }
        lastDecodeTime = decodeTime
        latestDecodeSeconds = decodeSeconds
        if seconds >= end { firstBehind = min(firstBehind ?? seconds, seconds) }
        pending.append(Pending(packet: kept, time: seconds))
        return true
    }
}
