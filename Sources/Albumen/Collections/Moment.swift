import Catalog
package import Foundation

/// Photos and videos that were taken on one day in one place.
package struct Moment: Sendable, Hashable {
    /// Of its day and its number on that day, the same at each reading while the day stays as it is.
    package let uuid: String
    /// When the first and the last were taken; nil for the moment of those that tell no date.
    package let startDate: Date?
    package let endDate: Date?
    package let count: Int
    /// Of the first that tells its place, in degrees.
    package let latitude: Double?
    package let longitude: Double?
    /// Days since 1970-01-01 where the first was taken; nil without a date.
    let day: Int?

    /// Moments follow each other in time without overlap, so that bounds are enough to tell who belongs.
    var filter: AssetFilter {
        guard let startDate, let endDate else { return .isNull(.creationDate) }
        return .between(
            .column(.creationDate), .real(startDate.timeIntervalSinceReferenceDate),
            .real(endDate.timeIntervalSinceReferenceDate))
    }
}

/// Moments that belong together.
package struct MomentList: Sendable, Hashable {
    /// Raw values of `PHCollectionListSubtype`.
    package enum Subtype: Int, Sendable {
        /// Days that follow each other.
        case cluster = 1
        case year = 2
    }

    package let uuid: String
    package let subtype: Subtype
    /// The year; nil for a cluster.
    package let title: String?
    package let startDate: Date?
    package let endDate: Date?
    let moments: [Int]
}
