/// The packets of a time range that are copied, and the frames before and after them that are encoded.
///
/// Copied packets start with a picture that resets the decoder. They end, in the order of the file, with a packet after
/// which no picture is shown before one of the copied ones. So no copied picture needs one that is left out.
struct SplicePlan: Equatable {
    /// The decoding time of the first copied packet.
    var first: Int64
    /// The time of the first copied picture.
    var firstTime: Int64
    /// The decoding time of the first packet that follows those shown before the first copied picture.
    var afterLeading: Int64
    /// The decoding time of the first packet that isn't copied.
    var cut: Int64
    /// Whether frames before the first copied picture are encoded.
    var hasHead: Bool
    /// The frames after the last copied picture, if there are any.
    var tail: Tail?
    /// The end of the last frame in seconds of the movie.
    var end: Double

    struct Tail: Equatable {
        /// The time of the first encoded frame.
        var time: Int64
        /// The decoding time of the keyframe from which the frames are decoded.
        var keyframe: Int64
    }

    /// Plans a range.
    ///
    /// - Parameters:
    ///   - packets: The packets from the keyframe before the range to its end.
    ///   - hasMore: Whether there are packets behind the range.
    ///   - start: The time of the range's start in the stream's unit.
    ///   - seconds: Converts a stream's time.
    /// - Returns: `nil` if no group of pictures can be copied.
    init?(
        _ packets: [SpliceScan.Packet], hasMore: Bool, start: Int64, range: Range<Double>,
        seconds: (Int64) -> Double
    ) {
        // The frame that plays at the start.
        let shown = packets.lazy.filter { $0.time <= start && !$0.isHidden }.map(\.time).max()
        let begin = shown ?? start
        guard
            let first = packets.firstIndex(where: {
                $0.resets && $0.time >= begin && seconds($0.time) < range.upperBound
            })
        else { return nil }
        let key = packets[first]
        guard packets[..<first].allSatisfy({ $0.time < key.time }) else { return nil }
        let copied = packets[(first + 1)...].firstIndex { $0.time > key.time } ?? packets.endIndex
        let rest = packets[copied...]
        guard !key.isHidden, rest.allSatisfy({ $0.time > key.time && !$0.isHidden }) else { return nil }
        hasHead = packets.contains { $0.time >= begin && $0.time < key.time && !$0.isHidden }

        // The earliest picture from each packet on.
        var earliest = rest.map(\.time)
        for index in earliest.indices.dropLast().reversed() {
            earliest[index] = min(earliest[index], earliest[index + 1])
        }
        guard earliest.first ?? .max > key.time else { return nil }
        var (latest, count) = (key.time, 0)
        for (index, packet) in rest.enumerated() {
            guard seconds(packet.time) < range.upperBound else { break }
            latest = max(latest, packet.time)
            if index + 1 == earliest.count || latest < earliest[index + 1] { count = index + 1 }
        }
        let cut = rest.startIndex + count
        let remaining = packets[cut...].filter { seconds($0.time) < range.upperBound }
        if let time = remaining.map(\.time).min() {
            let keyframe = packets[first..<cut].last { $0.isKeyframe && $0.time <= time } ?? key
            tail = Tail(time: time, keyframe: keyframe.decodeTime)
        }
        self.first = key.decodeTime
        firstTime = key.time
        afterLeading = copied < packets.endIndex ? packets[copied].decodeTime : .max
        self.cut = cut < packets.endIndex ? packets[cut].decodeTime : .max
        let isFollowed = hasMore || packets.contains { seconds($0.time) >= range.upperBound }
        let last = packets.map { seconds($0.time + max(0, $0.duration)) }.max() ?? 0
        end = isFollowed ? range.upperBound : min(range.upperBound, last)
    }
}
