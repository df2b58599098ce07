import Catalog
import Foundation
package import Records

/// What many assets have in common, for changing them together.
package struct AssetSummary: Sendable {
    /// A value of all assets.
    package enum Common<Value: Sendable & Equatable>: Sendable, Equatable {
        /// All assets have this value.
        case same(Value)
        case mixed

        mutating func note(_ value: Value) {
            if case .same(let before) = self, before != value { self = .mixed }
        }
    }

    package struct Place: Hashable, Sendable {
        package let latitude: Double
        package let longitude: Double
        package let altitude: Double?

        fileprivate init?(of asset: AssetRecord) {
            guard let latitude = asset.latitude, let longitude = asset.longitude else { return nil }
            (self.latitude, self.longitude, altitude) = (latitude, longitude, asset.altitude)
        }
    }

    /// The number of assets.
    package private(set) var count = 0
    package private(set) var caption: Common<String?> = .same(nil)
    package private(set) var rating: Common<Int?> = .same(nil)
    package private(set) var utcOffset: Common<Int?> = .same(nil)
    /// The number of assets that have each keyword.
    package private(set) var keywords: [String: Int] = [:]
    /// The number of assets that have each place.
    package private(set) var places: [Place: Int] = [:]
    /// The number of assets with a date.
    package private(set) var datedCount = 0
    /// The assets with the first and the last date. `nil` if no asset has a date.
    package private(set) var first: AssetRecord?
    package private(set) var last: AssetRecord?

    fileprivate mutating func note(_ asset: AssetRecord, _ metadata: MetadataRecord) {
        if count == 0 {
            (caption, rating, utcOffset) = (.same(metadata.caption), .same(metadata.rating), .same(asset.utcOffset))
        }
        count += 1
        caption.note(metadata.caption)
        rating.note(metadata.rating)
        utcOffset.note(asset.utcOffset)
        for keyword in metadata.keywords { keywords[keyword, default: 0] += 1 }
        if let place = Place(of: asset) { places[place, default: 0] += 1 }
        guard let date = asset.creationDate else { return }
        datedCount += 1
        if first?.creationDate.map({ date < $0 }) ?? true { first = asset }
        if last?.creationDate.map({ date >= $0 }) ?? true { last = asset }
    }
}

extension LibraryView {
    private static var summaryPageSize: Int { 512 }

    /// Returns what assets have in common. Reads page by page, so that memory only grows with the number of different
    /// keywords and places.
    ///
    /// - Throws: `LibraryError.Code.notFound` if an asset doesn't exist or isn't visible.
    /// - Complexity: O(*n*) for *n* assets.
    package func summary(ofAssets uuids: [String]) throws -> AssetSummary {
        var summary = AssetSummary()
        var rest = uuids[...]
        while !rest.isEmpty {
            let page = Array(rest.prefix(Self.summaryPageSize))
            rest = rest.dropFirst(page.count)
            let rows = try assetRows(uuids: page)
            if let missing = page.first(where: { rows[$0] == nil }) { throw LibraryError.noAsset(missing) }
            let (assets, metadata) = try catalog.read { reader in
                (
                    try reader.assets(withIdentifiers: Array(rows.values)),
                    try reader.metadata(ofAssets: Array(rows.values))
                )
            }
            for uuid in page {
                guard let row = rows[uuid], let asset = assets[row] else { throw LibraryError.noAsset(uuid) }
                summary.note(asset, metadata[row] ?? MetadataRecord())
            }
        }
        return summary
    }
}
