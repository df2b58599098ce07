import Albumen
import Foundation
import Records

/// A part of a timeline, encoded in columns. They take half the size of rows with keys.
struct TimelineWindow: Encodable {
    /// The largest number of ranks in a window.
    static let limit = 500

    let version: String
    let count: Int
    let from: Int
    let identifiers: [String]
    /// The width of the upright picture divided by its height.
    let ratios: [Double]
    /// `ThumbHash`es in Base64.
    let placeholders: [String?]
    /// Days since 1970-01-01, in local time at the place where the picture was taken.
    let days: [Int?]
    let kinds: [[AssetKind]]
    /// In seconds.
    let durations: [Double]
    let contents: [String]
    /// The number of frames of the burst for an asset that represents a burst, otherwise 0.
    let frameCounts: [Int]

    init(version: String, count: Int, from: Int, rows: [TimelineRow]) {
        self.version = version
        self.count = count
        self.from = from
        identifiers = rows.map(\.asset.uuid)
        ratios = rows.map { row in
            let ratio = Double(max(1, row.asset.pixelWidth)) / Double(max(1, row.asset.pixelHeight))
            // Never 0, because pages divide by it.
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
