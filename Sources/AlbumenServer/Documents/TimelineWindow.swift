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
    /// The lengths of the longer sides in pixels.
    let longSides: [Int]
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
    /// The days until a purge of expired assets may delete them. Only in Recently Deleted.
    let daysLeft: [Int]?
    /// The beginnings of the captions. `nil` if no asset of the window has a caption.
    let captions: [String?]?
    /// The indexes of the assets' places in `placeNames`. `nil` if no asset of the window has a place.
    let places: [Int?]?
    let placeNames: [[String]]?

    init(
        version: String, count: Int, from: Int, rows: [TimelineRow], daysLeft: [Int]? = nil, places: WindowPlaces? = nil
    ) {
        self.places = places?.indexes
        placeNames = places?.names
        self.daysLeft = daysLeft
        self.version = version
        self.count = count
        self.from = from
        identifiers = rows.map(\.asset.uuid)
        ratios = rows.map { Self.ratio(of: $0.asset) }
        longSides = rows.map { max(0, $0.asset.pixelWidth, $0.asset.pixelHeight) }
        placeholders = rows.map { $0.placeholder?.base64EncodedString() }
        days = rows.map(\.day)
        kinds = rows.map { AssetKind.kinds(of: $0.asset) }
        durations = rows.map { ($0.asset.duration * 100).rounded() / 100 }
        contents = rows.map(\.contentTag)
        frameCounts = rows.map(\.frameCount)
        captions = rows.contains { $0.caption != nil } ? rows.map(\.caption) : nil
    }

    /// Returns the width of the upright picture divided by its height. Never 0, because pages divide by it.
    static func ratio(of asset: AssetRecord) -> Double {
        let ratio = Double(max(1, asset.pixelWidth)) / Double(max(1, asset.pixelHeight))
        return max(0.001, (ratio * 1000).rounded() / 1000)
    }
}
