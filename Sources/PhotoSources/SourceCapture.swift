package import Foundation
package import Records

/// The date of a photo, from its document and its file.
///
/// Documents have moments without time zones; most files have local times without time zones. The document beats the
/// file only if the user changed the date in Google Photos.
package enum SourceCapture: Sendable, Equatable {
    /// The time in a file.
    package struct FileTime: Sendable, Equatable {
        /// The local time, as if it were UTC.
        package var localTime: Date
        /// Seconds east of UTC, or `nil` if the file has none.
        package var utcOffset: Int?

        package init(localTime: Date, utcOffset: Int? = nil) {
            self.localTime = localTime
            self.utcOffset = utcOffset
        }
    }

    /// The date of the file, with the offset if it has one or if it follows from the document and the place.
    case file(utcOffset: Int?, isDoubtful: Bool = false)
    /// The date of the document: the file has none, or the user changed it.
    case document(SourceFacts.Capture)

    static let quarterHour = 900.0
    static let largestOffset = 14 * 3_600.0
    /// Documents have whole seconds.
    static let tolerance = 1.5

    /// Decides between the document and the file.
    ///
    /// - Parameters:
    ///   - taken: The moment in the document.
    ///   - file: The time in the file, or `nil` if it has none.
    ///   - placeOffset: The offset of the place's time zone at the moment, or `nil` if it's unknown.
    package init(taken: Date, file: FileTime?, placeOffset: Int?) {
        guard let file else {
            self = .document(.init(date: taken, utcOffset: placeOffset))
            return
        }
        let changed = SourceFacts.Capture(date: taken, utcOffset: placeOffset ?? file.utcOffset, isChosen: true)
        let difference = file.localTime.timeIntervalSince(taken)
        if let offset = file.utcOffset {
            self = abs(difference - Double(offset)) <= Self.tolerance ? .file(utcOffset: offset) : .document(changed)
            return
        }
        let rounded = (difference / Self.quarterHour).rounded() * Self.quarterHour
        guard abs(difference - rounded) <= Self.tolerance, abs(rounded) <= Self.largestOffset else {
            self = .document(changed)
            return
        }
        // The difference is the time zone, unless the user corrected the date by whole hours.
        let offset = Int(rounded)
        self = .file(
            utcOffset: placeOffset == offset ? offset : nil, isDoubtful: placeOffset.map { $0 != offset } ?? false)
    }
}
