internal import Foundation
internal import Records

/// The facts that both catalogues of Apple Photos keep in the same way.
enum AppleFacts {
    /// The largest difference between a date of the catalogue and the same date in the file, in seconds. The file's
    /// date often has no fraction.
    private static let tolerance = 1.0

    /// - Parameter file: The local time in the file, in seconds since 1970 as if it were UTC.
    static func capture(
        seconds: Double?, offset: Int64?, file: (seconds: Double, hasOffset: Bool)?,
        _ differences: inout [SourceDifference]
    ) -> SourceFact<SourceFacts.Capture> {
        guard let seconds else { return .unknown }
        guard let date = ForeignValue.date(seconds) else {
            differences.append(SourceDifference(.dates, .invalid))
            return .unknown
        }
        let offset = ForeignValue.offset(offset)
        return .known(
            SourceFacts.Capture(date: date, utcOffset: offset, isChosen: isChosen(date, offset, file: file)))
    }

    private static func isChosen(_ date: Date, _ offset: Int?, file: (seconds: Double, hasOffset: Bool)?) -> Bool {
        guard let file else { return false }
        let difference = date.timeIntervalSince1970 + Double(offset ?? 0) - file.seconds
        if abs(difference) < tolerance { return false }
        // If one of the offsets isn't known, local times differ by whole quarters of an hour.
        guard offset == nil || !file.hasOffset, abs(difference) <= 15 * 3_600 else { return true }
        let quarter = difference.remainder(dividingBy: 900)
        return abs(quarter) >= tolerance
    }

    /// Returns the file's local time.
    ///
    /// - Parameters:
    ///   - exif: The text of the file, which is local.
    ///   - date: Seconds since 2001 in UTC.
    static func localSeconds(exif: String?, date: Double?, offset: Int64?) -> (seconds: Double, hasOffset: Bool)? {
        if let seconds = ForeignValue.localSeconds(exif: exif) { return (seconds, true) }
        guard let date = ForeignValue.date(date) else { return nil }
        let offset = ForeignValue.offset(offset)
        return (date.timeIntervalSince1970 + Double(offset ?? 0), offset != nil)
    }

    static func place(
        latitude: Double?, longitude: Double?, accuracy: Double?, _ differences: inout [SourceDifference]
    ) -> SourceFact<SourceFacts.Place> {
        guard let latitude, let longitude, latitude != -180 || longitude != -180 else { return .none }
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
            differences.append(SourceDifference(.places, .invalid))
            return .unknown
        }
        return .known(
            SourceFacts.Place(
                latitude: latitude, longitude: longitude,
                horizontalAccuracy: accuracy.flatMap { $0 >= 0 ? $0 : nil }))
    }

    /// The bits of a burst's picks.
    private enum BurstPick {
        static let automatic: Int64 = 4
        static let user: Int64 = 8
        static let key: Int64 = 16
    }

    static func burst(_ identifier: String, picks: Int64?) -> SourceFacts.Burst {
        let picks = picks ?? 0
        return SourceFacts.Burst(
            identifier: identifier, isKeyPhoto: picks & BurstPick.key != 0,
            isAutomaticPick: picks & BurstPick.automatic != 0, isUserPick: picks & BurstPick.user != 0)
    }
}
