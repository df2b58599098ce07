package import Foundation

/// The dates and the place of an album's members at a version of the library.
package struct MemberSummary: Sendable, Equatable {
    package var startDate: Date?
    package var endDate: Date?
    /// The latitude of the first member that has a place.
    package var latitude: Double?
    package var longitude: Double?

    package init(startDate: Date? = nil, endDate: Date? = nil, latitude: Double? = nil, longitude: Double? = nil) {
        self.startDate = startDate
        self.endDate = endDate
        self.latitude = latitude
        self.longitude = longitude
    }
}
