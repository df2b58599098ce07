import Albumen

/// The progress, rate and remaining time of a long operation, as a line of text.
struct ProgressMeter {
    struct Amount: Equatable {
        var files = 0
        /// The number of bytes, or `nil` if bytes aren't counted.
        var bytes: Int64?
    }

    private struct Sample {
        var time: Double
        var done: Amount
    }

    /// The time over which the rate is measured. Known files at the start have another rate than new files.
    private static let memoryInSeconds: Double = 15
    private static let barLimitInColumns = 40
    private static let barMinimumInColumns = 10

    /// The verb of the operation, such as "imported".
    let verb: String
    var done = Amount()
    /// The total, or `nil` if it's unknown.
    var total: Amount?
    private var samples: [Sample] = []

    init(verb: String) {
        self.verb = verb
    }

    /// Records the progress at a time, in seconds of any monotonic clock.
    mutating func sample(at time: Double) {
        samples.append(Sample(time: time, done: done))
        while samples.count > 2, time - samples[1].time >= Self.memoryInSeconds { samples.removeFirst() }
    }

    /// Returns a line such as `checked 120 of 4567 files, 45 files/s, 180.2 MB/s, 1:23 left`.
    var plainLine: String {
        "\(verb) " + ([counts] + details).joined(separator: ", ")
    }

    /// Returns a bar followed by the numbers, in less than `width` columns.
    func barLine(width: Int) -> String {
        let room = max(0, width - 1)
        for count in stride(from: details.count, through: 0, by: -1) {
            let text = ([counts] + details.prefix(count)).joined(separator: "  ")
            let columns = min(Self.barLimitInColumns, room - text.count - 4)
            if let fraction, columns >= Self.barMinimumInColumns {
                let filled = Int(fraction * Double(columns))
                return "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: columns - filled)
                    + "]  " + text
            }
            if fraction == nil, text.count <= room { return text }
        }
        return String(counts.prefix(room))
    }

    // MARK: Parts

    private var counts: String {
        guard let total else { return Count.text(done.files, "file") }
        return "\(done.files) of \(Count.text(total.files, "file"))"
    }

    private var details: [String] {
        guard let rate else { return [] }
        var parts = ["\(Self.number(rate.files)) files/s"]
        if let bytes = rate.bytes { parts.append("\(Self.number(bytes / 1_000_000)) MB/s") }
        // In a narrow terminal, the remaining time is the last part to drop, because users wait for it.
        if let secondsLeft { parts.insert("\(Timestamp.duration(secondsLeft)) left", at: 0) }
        return parts
    }

    private var fraction: Double? {
        guard let total else { return nil }
        let (part, whole) =
            if let bytes = done.bytes, let all = total.bytes, all > 0 {
                (Double(bytes), Double(all))
            } else {
                (Double(done.files), Double(total.files))
            }
        return whole > 0 ? min(1, max(0, part / whole)) : 1
    }

    /// The rate per second.
    private var rate: (files: Double, bytes: Double?)? {
        guard let first = samples.first, let last = samples.last, last.time - first.time >= 0.5 else { return nil }
        let seconds = last.time - first.time
        let bytes = last.done.bytes.map { Double($0 - (first.done.bytes ?? 0)) / seconds }
        return (Double(last.done.files - first.done.files) / seconds, bytes)
    }

    /// The remaining time, computed from bytes if they are counted, because file sizes vary.
    private var secondsLeft: Double? {
        guard let total, let rate else { return nil }
        if let done = done.bytes, let all = total.bytes, let speed = rate.bytes {
            return speed > 0 ? Double(max(0, all - done)) / speed : nil
        }
        return rate.files > 0 ? Double(max(0, total.files - done.files)) / rate.files : nil
    }

    private static func number(_ value: Double) -> String {
        guard value < 1e12 else { return "many" }
        if value >= 100 { return String(Int(value.rounded())) }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
