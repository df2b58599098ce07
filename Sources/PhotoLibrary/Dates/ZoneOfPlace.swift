import Catalog
package import Foundation
import MediaRequests
import Places
package import Records

/// The time zones of places, from which the dates of assets get their offsets from UTC.
///
/// The clocks of most cameras have no time zone. Containers of videos, names of files and satellites have times in UTC. If
/// such an asset has a location, its offset is that of the place at that time.
struct ZoneOfPlace {
    /// The sources whose dates are in UTC, so that an offset of zero says nothing of the place.
    private static let sourcesInUTC = Set(
        [MediaProbe.CaptureDate.Source.container, .gps, .filename, .file].map(\.rawValue))
    /// The sources that decide about time zones themselves, and the user.
    private static let sourcesWithZones: Set = [SourceFacts.dateSource, AssetChange.userSource]

    let gazetteer: Gazetteer

    /// Gives an asset without an offset that of its place. Does nothing without a location, on the open sea, and if the
    /// date is the user's.
    ///
    /// - Complexity: Some microseconds.
    func apply(to asset: inout AssetRecord) {
        guard let date = asset.creationDate, let source = asset.dateSource, !asset.userEdits.contains(.date),
            !Self.sourcesWithZones.contains(source),
            asset.utcOffset == nil || asset.utcOffset == 0 && Self.sourcesInUTC.contains(source),
            let latitude = asset.latitude, let longitude = asset.longitude,
            let zone = gazetteer.timeZone(latitude: latitude, longitude: longitude)
        else { return }
        if asset.utcOffset == nil {
            let offset = zone.secondsFromGMT(forLocalTime: date)
            asset.utcOffset = offset
            asset.creationDate = date.addingTimeInterval(-Double(offset))
        } else {
            asset.utcOffset = zone.secondsFromGMT(for: date)
        }
        asset.utcOffsetSource = .place
    }
}

extension AssetRecord {
    /// Takes the offset from UTC from the place if the file says none. Does nothing without a gazetteer: `albumen refresh`
    /// then does it later.
    mutating func takeZoneOfPlace(in library: Library) {
        guard let gazetteer = try? library.catalog.gazetteer() else { return }
        ZoneOfPlace(gazetteer: gazetteer).apply(to: &self)
    }

    /// Returns the moment of another file's or a source's date if it's the asset's, to the second. A date without an offset
    /// can be the clock's time, to which the asset's place has added one.
    package func moment(of date: Date, utcOffset: Int?) -> Date? {
        guard let creationDate else { return nil }
        var moments = [date]
        if utcOffset == nil, utcOffsetSource == .place, let own = self.utcOffset {
            moments.append(date.addingTimeInterval(-Double(own)))
        }
        return moments.first { abs(creationDate.timeIntervalSince($0)) < 1 }
    }
}

extension Library {
    /// Returns the time zone of a coordinate. Returns `nil` on the open sea and without a gazetteer.
    package func timeZone(latitude: Double, longitude: Double) -> TimeZone? {
        try? catalog.gazetteer().timeZone(latitude: latitude, longitude: longitude)
    }
}

extension Gazetteer {
    /// Returns the time zone of a coordinate, or `nil` on the open sea.
    fileprivate func timeZone(latitude: Double, longitude: Double) -> TimeZone? {
        place(latitude: latitude, longitude: longitude)?.timeZoneIdentifier.flatMap(TimeZone.init(identifier:))
    }
}

extension TimeZone {
    /// Returns the offset from UTC, in seconds, when a clock in this zone shows a time. If it shows the time twice, this is
    /// the first one. If it never does, because it was put forward, this is the offset from before that.
    ///
    /// - Parameter localTime: The time of the clock, as if it were UTC.
    func secondsFromGMT(forLocalTime localTime: Date) -> Int {
        let day = 86_400.0
        let before = secondsFromGMT(for: localTime.addingTimeInterval(-day))
        let after = secondsFromGMT(for: localTime.addingTimeInterval(day))
        let isAfter =
            secondsFromGMT(for: localTime.addingTimeInterval(-Double(before))) != before
            && secondsFromGMT(for: localTime.addingTimeInterval(-Double(after))) == after
        return isAfter ? after : before
    }
}
