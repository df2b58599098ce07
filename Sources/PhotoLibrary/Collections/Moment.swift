import Catalog
package import Foundation

/// Photos and videos of one day and one place.
package struct Moment: Sendable, Hashable {
    /// The dates of the first and last asset, or `nil` for the moment of assets without a date.
    package let startDate: Date?
    package let endDate: Date?
    package let count: Int
    /// The latitude of the first asset with a location, in degrees.
    package let latitude: Double?
    package let longitude: Double?
    /// The number of days from 1970-01-01 to the local day of the first asset, or `nil` without a date.
    let day: Int?
    /// The number of earlier moments of the day.
    let number: Int

    /// An identifier that consists of the day and a number. It doesn't change while the day's assets stay the same.
    package var uuid: String { MomentIdentifier.uuid(ofDay: day, number: number) }

    /// The date for comparisons of an asset that has none: before all others.
    static let undated = Date(timeIntervalSinceReferenceDate: -.infinity)
    /// The date of the last asset, or `undated`.
    var lastDate: Date { endDate ?? Self.undated }
    /// Whether the assets have dates, but no day: their dates are beyond the calendar.
    var isBeyondCalendar: Bool { startDate != nil && day == nil }

    /// A filter for the moment's assets. Moments are consecutive and don't overlap, so two dates define one.
    var filter: AssetFilter {
        guard let startDate, let endDate else { return .isNull(.creationDate) }
        return .between(
            .column(.creationDate), .real(startDate.timeIntervalSinceReferenceDate),
            .real(endDate.timeIntervalSinceReferenceDate))
    }
}

/// A list of related moments.
package struct MomentList: Sendable, Hashable {
    /// Raw values of `PHCollectionListSubtype`.
    package enum Subtype: Int, Sendable {
        /// Moments of consecutive days.
        case cluster = 1
        case year = 2
    }

    package let uuid: String
    package let subtype: Subtype
    /// The year, or `nil` for a cluster.
    package let title: String?
    package let startDate: Date?
    package let endDate: Date?
    let moments: [Int]
}
