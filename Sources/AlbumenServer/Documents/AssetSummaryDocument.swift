import Albumen
import Foundation
import Records

/// What selected assets have in common.
struct AssetSummaryDocument: Encodable {
    /// A value of all assets, or `null` if they differ.
    struct Common<Value: Encodable>: Encodable {
        let isMixed: Bool
        @OrNull var value: Value?
    }

    struct Keyword: Encodable {
        let keyword: String
        /// The number of assets that have it.
        let count: Int
    }

    struct Place: Encodable {
        let latitude: Double
        let longitude: Double
        @OrNull var altitude: Double?
        /// The number of assets that have it.
        let count: Int
    }

    /// The date of one of the assets.
    struct Moment: Encodable {
        let identifier: String
        /// In UTC.
        @OrNull var creationDate: String?
        /// The local time at the place where the picture was taken.
        @OrNull var localDateTime: String?
        /// In seconds east of UTC.
        @OrNull var utcOffset: Int?
    }

    private static let keywordLimit = 500
    private static let placeLimit = 20

    let count: Int
    let caption: Common<String>
    let rating: Common<Int>
    let utcOffset: Common<Int>
    /// The most frequent keywords.
    let keywords: [Keyword]
    let keywordCount: Int
    /// The most frequent places.
    let places: [Place]
    let placeCount: Int
    /// The number of assets with a place.
    let placedCount: Int
    /// The number of assets with a date.
    let datedCount: Int
    @OrNull var first: Moment?
    @OrNull var last: Moment?
}

extension AssetSummaryDocument {
    init(_ summary: AssetSummary) {
        count = summary.count
        caption = Common(summary.caption)
        rating = Common(summary.rating)
        utcOffset = Common(summary.utcOffset)
        keywords = summary.keywords.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.keywordLimit)
            .map { Keyword(keyword: $0.key, count: $0.value) }
        keywordCount = summary.keywords.count
        places = summary.places.sorted { one, other in
            let (left, right) = (one.key, other.key)
            return (other.value, left.latitude, left.longitude) < (one.value, right.latitude, right.longitude)
        }.prefix(Self.placeLimit).map { Place($0.key, count: $0.value) }
        placeCount = summary.places.count
        placedCount = summary.places.values.reduce(0, +)
        datedCount = summary.datedCount
        first = summary.first.map { Moment($0) }
        last = summary.last.map { Moment($0) }
    }
}

extension AssetSummaryDocument.Common {
    fileprivate init(_ common: AssetSummary.Common<Value?>) where Value: Sendable & Equatable {
        switch common {
        case .same(let value): (isMixed, self.value) = (false, value)
        case .mixed: (isMixed, self.value) = (true, nil)
        }
    }
}

extension AssetSummaryDocument.Place {
    fileprivate init(_ place: AssetSummary.Place, count: Int) {
        (latitude, longitude) = (place.latitude, place.longitude)
        altitude = place.altitude
        self.count = count
    }
}

extension AssetSummaryDocument.Moment {
    fileprivate init(_ asset: AssetRecord) {
        identifier = asset.uuid
        creationDate = asset.creationDate.flatMap(Timestamp.utc)
        localDateTime = Timestamp.localTime(of: asset)?.iso8601
        utcOffset = asset.utcOffset
    }
}
