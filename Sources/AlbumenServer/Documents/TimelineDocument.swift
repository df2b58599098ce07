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
    /// How many assets at the top have a date in the future. They have no marks.
    let futureCount: Int
    let marks: [Mark]
    /// The first ranks behind those with a date in the future, if they were asked for.
    let window: TimelineWindow?

    init(
        _ timeline: Timeline, isByDate: Bool, futureCount: Int, days: [(rank: Int, day: Int?)],
        window: TimelineWindow?
    ) {
        self.futureCount = futureCount
        self.window = window
        self.isByDate = isByDate
        version = String(timeline.version)
        count = timeline.identifiers.count
        marks = days.map { Mark(rank: $0.rank, day: $0.day) }
    }
}
