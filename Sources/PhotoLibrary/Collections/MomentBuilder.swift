import Catalog
import Foundation

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
    private var lastDay = LastDay()
    private var numbers: [Int?: Int]
    private(set) var moments: [Moment] = []

    /// - Parameter earlier: Moments before the first photo, so that the moments of a day are numbered on.
    init(after earlier: some Sequence<Moment> = []) {
        numbers = earlier.reduce(into: [:]) { numbers, moment in numbers[moment.day, default: 0] += 1 }
    }

    /// The date of the photo that was added last, if a moment starts with it.
    var newStart: Date? { open?.count == 1 ? open?.start : nil }

    mutating func add(_ occasion: CatalogReader.Occasion) {
        let day = lastDay.day(of: occasion)
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
        guard let place, let last = open.lastPlace, place != last else { return false }
        return Self.distance(last, place) > Self.farAway
    }

    private mutating func close() {
        guard let moment = open else { return }
        open = nil
        let number = numbers[moment.day, default: 0]
        numbers[moment.day] = number + 1
        moments.append(
            Moment(
                startDate: moment.start, endDate: moment.end, count: moment.count, latitude: moment.place?.latitude,
                longitude: moment.place?.longitude, day: moment.day, number: number))
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

/// The local day of the last photo. Most photos have the same day as the photo before. Comparing them with its bounds is
/// faster than computing their day.
private struct LastDay {
    private var day: Int?
    private var utcOffset: Int?
    /// The seconds since 2001 that surely belong to the day.
    private var seconds = 0.0..<0.0

    mutating func day(of occasion: CatalogReader.Occasion) -> Int? {
        guard let date = occasion.creationDate?.timeIntervalSinceReferenceDate else { return nil }
        if seconds.contains(date), utcOffset == occasion.utcOffset { return day }
        let time = CivilTime(secondsSinceReferenceDate: date, utcOffset: occasion.utcOffset ?? 0)
        guard let time else { return nil }
        day = time.dayNumber
        utcOffset = occasion.utcOffset
        let start = date - Double(time.hour * 3600 + time.minute * 60 + time.second)
        // Dates are rounded to microseconds, and the first second of a day may have begun before.
        seconds = start + 1..<start + 86_398
        return day
    }
}
