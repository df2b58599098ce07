import Albumen

/// A timeline as a whole: how long it is, and its dates at even distances.
struct TimelineDocument: Encodable {
    struct Mark: Encodable {
        let rank: Int
        @OrNull var day: Int?
    }

    static let markLimit = 257

    let version: String
    let count: Int
    /// Newest first; else in an order of its own.
    let isByDate: Bool
    let marks: [Mark]
    /// The first ranks, where they were asked for.
    let window: TimelineWindow?

    init(_ timeline: Timeline, isByDate: Bool, days: [(rank: Int, day: Int?)], window: TimelineWindow?) {
        self.window = window
        self.isByDate = isByDate
        version = String(timeline.version)
        count = timeline.identifiers.count
        marks = days.map { Mark(rank: $0.rank, day: $0.day) }
    }
}
