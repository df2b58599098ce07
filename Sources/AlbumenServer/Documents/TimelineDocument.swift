import Albumen

/// An entire timeline: its length, and its dates at regular distances.
struct TimelineDocument: Encodable {
    struct Mark: Encodable {
        let rank: Int
        @OrNull var day: Int?
    }

    static let markLimit = 257

    let version: String
    let count: Int
    /// Whether the newest asset is first. Otherwise, the timeline has its own order.
    let isByDate: Bool
    /// The number of assets at the top with a date in the future. They have no marks.
    let futureCount: Int
    let marks: [Mark]
    /// The first ranks after those with a date in the future, if the request asks for them.
    let window: TimelineWindow?

    init(
        _ timeline: Timeline, version: String, isByDate: Bool, futureCount: Int, days: [(rank: Int, day: Int?)],
        window: TimelineWindow?
    ) {
        self.futureCount = futureCount
        self.window = window
        self.isByDate = isByDate
        self.version = version
        count = timeline.identifiers.count
        marks = days.map { Mark(rank: $0.rank, day: $0.day) }
    }
}
