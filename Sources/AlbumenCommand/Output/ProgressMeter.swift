import Albumen

/// The progress, rate and remaining time of a long operation, as a line of text.
struct ProgressMeter {
    struct Amount: Equatable {
        var files = 0
        /// The number of bytes, or `nil` if bytes aren't counted.
        var bytes: Int64?
        /// The estimated effort, or `nil` if it follows from bytes and files.
        var effort: Double?

        /// The effort, by which the remaining time is computed.
        var work: Double {
            effort ?? bytes.map { Double($0) + Double(files) * ProgressMeter.bytesPerFile } ?? Double(files)
        }
    }

    private struct Sample {
        var time: Double
        var done: Amount
    }

    /// The time over which the rate is measured. Known files at the start have another rate than new files.
    private static let memoryInSeconds: Double = 15
    /// The number of bytes whose copying takes as long as opening and synchronizing a file.
    private static let bytesPerFile = 500_000.0
    private static let barLimitInColumns = 40
    private static let barMinimumInColumns = 10

    /// The verb of the operation, such as "imported".
    let verb: String
    /// The singular of the things that are counted.
    let noun: String
    var done = Amount()
    /// The total, or `nil` if it's unknown.
    var total: Amount?
    /// The finished share of the current file, from 0 to 1, or `nil` if it's unknown. Only for amounts of files alone.
    var share: Double?
    /// The part of the done work that took no time.
    private var passed = 0.0
    private var samples: [Sample] = []
    private var remainingTime = RemainingTime()

    init(verb: String, noun: String = "file") {
        self.verb = verb
        self.noun = noun
    }

    /// - Parameter isWork: Whether the amount took work.
    mutating func advance(by amount: Amount, isWork: Bool) {
        let before = done.work
        done.files += amount.files
        if let bytes = amount.bytes { done.bytes = (done.bytes ?? 0) + bytes }
        if let effort = amount.effort { done.effort = (done.effort ?? 0) + effort }
        share = nil
        if !isWork { passed += done.work - before }
    }

    /// Records the progress at a time, in seconds of any monotonic clock.
    mutating func sample(at time: Double) {
        remainingTime.update(at: time, done: doneWork - passed, passed: passed, total: total?.work)
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

    private var doneWork: Double { done.work + (share ?? 0) }

    private var counts: String {
        guard let total else { return Count.text(done.files, noun) }
        let percent = share.map { ", \(Int(max(0, min(1, $0)) * 100))% of the current one" } ?? ""
        return "\(done.files) of \(Count.text(total.files, noun))\(percent)"
    }

    private var details: [String] {
        guard let rate else { return [] }
        var parts = ["\(Self.number(rate.files)) \(noun)s/s"]
        if let bytes = rate.bytes { parts.append("\(Self.number(bytes / 1_000_000)) MB/s") }
        // In a narrow terminal, the remaining time is the last part to drop, because users wait for it.
        if let secondsLeft = remainingTime.seconds { parts.insert("\(Timestamp.duration(secondsLeft)) left", at: 0) }
        return parts
    }

    private var fraction: Double? {
        guard let whole = total?.work else { return nil }
        return whole > 0 ? min(1, max(0, doneWork / whole)) : 1
    }

    /// The rate per second.
    private var rate: (files: Double, bytes: Double?)? {
        guard let first = samples.first, let last = samples.last, last.time - first.time >= 0.5 else { return nil }
        let seconds = last.time - first.time
        let bytes = last.done.bytes.map { Double($0 - (first.done.bytes ?? 0)) / seconds }
        return (Double(last.done.files - first.done.files) / seconds, bytes)
    }

    private static func number(_ value: Double) -> String {
        guard value < 1e12 else { return "many" }
        if value >= 100 { return String(Int(value.rounded())) }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
