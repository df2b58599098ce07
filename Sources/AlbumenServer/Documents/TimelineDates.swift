import Albumen
import Foundation
import Records

/// The months of a timeline, in columns.
struct TimelineMonthsDocument: Encodable {
    let version: String
    /// Of the whole timeline.
    let count: Int
    /// The rank of the first asset of each month.
    let ranks: [Int]
    /// The first day of each month, counted from 1970-01-01, or `null` for the assets without a date.
    let days: [Int?]

    init(_ timeline: Timeline, version: String, _ months: [TimelineMonth]) {
        self.version = version
        count = timeline.identifiers.count
        ranks = months.map(\.rank)
        days = months.map(\.day)
    }
}

/// The ranks of the assets of some days.
struct TimelineDaysDocument: Encodable {
    struct Part: Encodable {
        let from: Int
        let count: Int
    }

    let version: String
    let parts: [Part]

    init(_ timeline: Timeline, version: String, _ ranks: [Range<Int>]) {
        self.version = version
        parts = ranks.map { Part(from: $0.lowerBound, count: $0.count) }
    }
}

/// The assets that represent parts of a timeline.
struct TimelineCoversDocument: Encodable {
    struct Cover: Encodable {
        let rank: Int
        let identifier: String
        /// The width of the upright picture divided by its height.
        let ratio: Double
        /// A `ThumbHash` in Base64.
        @OrNull var placeholder: String?
        let content: String

        init(rank: Int, row: TimelineRow) {
            self.rank = rank
            identifier = row.asset.uuid
            ratio = TimelineWindow.ratio(of: row.asset)
            placeholder = row.placeholder?.base64EncodedString()
            content = row.contentTag
        }
    }

    /// The largest number of parts in a request.
    static let partLimit = 48
    /// The largest number of assets for a part.
    static let countLimit = 8

    let version: String
    /// For each part of the request, the best asset and then the others in their order.
    let covers: [[Cover]]

    init(_ timeline: Timeline, version: String, _ covers: [[(rank: Int, row: TimelineRow)]]) {
        self.version = version
        self.covers = covers.map { $0.map { Cover(rank: $0.rank, row: $0.row) } }
    }
}
