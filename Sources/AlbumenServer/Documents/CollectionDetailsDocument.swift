import Albumen
import Records

/// The properties of an album or a folder that only its own page shows.
struct CollectionDetailsDocument: Encodable {
    let identifier: String
    let title: String
    let description: String
    /// The first and the last day of the photos, counted from 1970-01-01, in local time at the places where they were
    /// taken. `null` for folders, and if no photo has a date.
    @OrNull var firstDay: Int?
    @OrNull var lastDay: Int?

    init(_ collection: CollectionRecord, days: ClosedRange<Int>?) {
        identifier = collection.uuid
        title = collection.title
        description = collection.description
        firstDay = days?.lowerBound
        lastDay = days?.upperBound
    }
}
