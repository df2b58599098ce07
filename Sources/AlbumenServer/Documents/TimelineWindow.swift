import Albumen
import Foundation
import Records

/// A part of a timeline in columns, which take half of what rows with names would.
struct TimelineWindow: Encodable {
    /// The most ranks of one window.
    static let limit = 500

    let version: String
    let count: Int
    let from: Int
    let identifiers: [String]
    /// Width over height of the upright picture.
    let ratios: [Double]
    /// `ThumbHash`es in Base64.
    let placeholders: [String?]
    /// Counted from 1970-01-01, by the clock where the picture was taken.
    let days: [Int?]
    let kinds: [[AssetKind]]
    /// Seconds.
    let durations: [Double]
    let contents: [String]
    /// For an asset that represents a burst, how many frames the burst has; else 0.
    let frameCounts: [Int]

    init(version: String, count: Int, from: Int, rows: [TimelineRow]) {
        self.version = version
        self.count = count
        self.from = from
        identifiers = rows.map(\.asset.uuid)
        ratios = rows.map { row in
            let ratio = Double(max(1, row.asset.pixelWidth)) / Double(max(1, row.asset.pixelHeight))
            // Never 0: a page divides by it.
            return max(0.001, (ratio * 1000).rounded() / 1000)
        }
        placeholders = rows.map { $0.placeholder?.base64EncodedString() }
        days = rows.map(\.day)
        kinds = rows.map { AssetKind.kinds(of: $0.asset) }
        durations = rows.map { ($0.asset.duration * 100).rounded() / 100 }
        contents = rows.map(\.contentTag)
        frameCounts = rows.map(\.frameCount)
    }
}
