import Catalog
import Foundation
import Synchronization

/// Divides a library's photos, added in chronological order, into moments.
///
/// A moment ends with the local day of its photos, or before a photo that was taken far away. It never ends between
/// two photos with the same date, so a photo's date alone determines its moment.
struct MomentBuilder {
    /// The distance in metres between two ends of a large town.
    static let farAway = 25_000.0

    private struct Open {
        var start: Date?
        var end: Date?
        var day: Int?
        var count = 0
        /// The place of the first photo that has one. `lastPlace` is that of the last photo that has one.
        var place: (latitude: Double, longitude: Double)?
        var lastPlace: (latitude: Double, longitude: Double)?
    }

    private var open: Open?
    private var numbers: [Int?: Int] = [:]
    private(set) var moments: [Moment] = []

    mutating func add(_ occasion: CatalogReader.Occasion) {
        let day = Self.day(of: occasion)
        let place = occasion.latitude.flatMap { latitude in
            occasion.longitude.map { (latitude: latitude, longitude: $0) }
        }
        if let open, isOver(open, occasion.creationDate, day, place) { close() }
        var moment = open ?? Open(start: occasion.creationDate, day: day)
        moment.end = occasion.creationDate
        moment.count += 1
        moment.place = moment.place ?? place
        moment.lastPlace = place ?? moment.lastPlace
        open = moment
    }

    mutating func finish() -> [Moment] {
        close()
        return moments
    }

    private func isOver(
        _ open: Open, _ date: Date?, _ day: Int?, _ place: (latitude: Double, longitude: Double)?
    ) -> Bool {
        guard open.end != date else { return false }
        // A date beyond the calendar has no day, but it's still a date.
        if open.day != day || (open.end == nil) != (date == nil) { return true }
        guard let place, let last = open.lastPlace else { return false }
        return Self.distance(last, place) > Self.farAway
    }

    private mutating func close() {
        guard let moment = open else { return }
        open = nil
        let number = numbers[moment.day, default: 0]
        numbers[moment.day] = number + 1
        moments.append(
            Moment(
                uuid: MomentIdentifier.uuid(ofDay: moment.day, number: number), startDate: moment.start,
                endDate: moment.end, count: moment.count, latitude: moment.place?.latitude,
                longitude: moment.place?.longitude, day: moment.day))
    }

    private static func day(of occasion: CatalogReader.Occasion) -> Int? {
        occasion.creationDate.flatMap { date in
            CivilTime(
                secondsSinceReferenceDate: date.timeIntervalSinceReferenceDate, utcOffset: occasion.utcOffset ?? 0
            )?.dayNumber
        }
    }

    /// Returns the distance in metres on a sphere.
    private static func distance(
        _ from: (latitude: Double, longitude: Double), _ to: (latitude: Double, longitude: Double)
    ) -> Double {
        let radians = Double.pi / 180
        let latitude = sin((to.latitude - from.latitude) * radians / 2)
        let longitude = sin((to.longitude - from.longitude) * radians / 2)
        let chord =
            latitude * latitude
            + cos(from.latitude * radians) * cos(to.latitude * radians) * longitude * longitude
        return 2 * 6_371_000 * asin(min(1, chord.squareRoot()))
    }
}

extension LibraryView {
    /// Returns the current moments.
    ///
    /// - Complexity: O(1) if the library hasn't changed since the last call, otherwise O(*n*) for *n* assets.
    package func moments() throws -> Moments {
        let version = try catalog.read { try $0.latestChange() }
        if let kept = library.keptMoments.withLock({ $0[access] }), kept.version == version { return kept.moments }
        let (latest, moments) = try catalog.read { reader in
            var builder = MomentBuilder()
            try reader.forEachOccasion(scope: scope) { builder.add($0) }
            return (try reader.latestChange(), Moments(builder.finish()))
        }
        library.keptMoments.withLock { kept in
            if kept.count >= 4 { kept.removeAll() }
            kept[access] = (latest, moments)
        }
        return moments
    }
}
