package import Foundation
internal import Records

extension SourceItem {
    /// Decides between the source's date and the time in the file, if the source's has no time zone. Does nothing for a
    /// source that knows time zones.
    ///
    /// - Parameters:
    ///   - file: The time in the file, or `nil` if it has none.
    ///   - zone: The time zone of the source's place, or `nil` if it's unknown.
    package mutating func resolveCapture(file: SourceCapture.FileTime?, zone: TimeZone? = nil) {
        guard hasMomentOnly || hasLocalTimeOnly, case .known(let taken) = facts.capture else { return }
        if hasMomentOnly {
            facts.capture = .known(Self.capture(ofMoment: taken, file: file, zone))
        } else if let file {
            facts.capture = .known(capture(ofLocalTime: taken, file: file))
        } else if let offset = taken.utcOffset {
            facts.capture = .known(
                SourceFacts.Capture(date: taken.date.addingTimeInterval(-Double(offset)), utcOffset: offset))
        }
        (hasMomentOnly, hasLocalTimeOnly) = (false, false)
    }

    private static func capture(
        ofMoment taken: SourceFacts.Capture, file: SourceCapture.FileTime?, _ zone: TimeZone?
    ) -> SourceFacts.Capture {
        switch SourceCapture(taken: taken.date, file: file, placeOffset: zone?.secondsFromGMT(for: taken.date)) {
        case .document(let capture): capture
        // A file without an offset gets that of the place when the asset is stored.
        case .file: file?.capture(utcOffset: nil) ?? taken
        }
    }

    /// A local time that isn't the file's is the user's choice, in the source's time zone or else in the file's.
    private func capture(
        ofLocalTime taken: SourceFacts.Capture, file: SourceCapture.FileTime
    ) -> SourceFacts.Capture {
        let difference = taken.date.timeIntervalSince(file.localTime)
        // The container of a video has a time in UTC.
        let rounded = isVideo ? (difference / SourceCapture.quarterHour).rounded() * SourceCapture.quarterHour : 0
        let offset = taken.utcOffset ?? file.utcOffset
        if abs(difference - rounded) <= SourceCapture.tolerance, abs(rounded) <= SourceCapture.largestOffset,
            file.utcOffset == nil || file.utcOffset == offset
        {
            return file.capture(utcOffset: offset)
        }
        return SourceFacts.Capture(
            date: taken.date.addingTimeInterval(-Double(offset ?? 0)), utcOffset: offset, isChosen: true)
    }
}

extension SourceCapture.FileTime {
    /// - Parameter utcOffset: The offset, if the file has none.
    fileprivate func capture(utcOffset offset: Int?) -> SourceFacts.Capture {
        let offset = utcOffset ?? offset
        return SourceFacts.Capture(
            date: localTime.addingTimeInterval(-Double(offset ?? 0)), utcOffset: offset)
    }
}
