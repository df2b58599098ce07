import Foundation
package import Records

extension LibraryView {
    /// Returns the search for a text, in which words such as `yesterday` count from the current day on this machine's
    /// clock. Returns `nil` if the text is blank.
    package func search(_ text: String) -> TextSearch? {
        let now = library.now()
        let seconds = now.timeIntervalSinceReferenceDate
        let today = CivilTime(secondsSinceReferenceDate: seconds, utcOffset: TimeZone.current.secondsFromGMT(for: now))
        return TextSearch(
            text, today: today.map { SearchedDate(year: $0.year, month: $0.month, day: $0.day) })
    }
}
