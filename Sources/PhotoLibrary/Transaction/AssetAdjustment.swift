package import Foundation
import Records

/// A user's change of an asset's values that depends on its current values, such as moving the date by an hour. The
/// commit computes the new values under the write lock.
package struct AssetAdjustment: Sendable, Equatable {
    /// Another time zone of the asset's date.
    package struct Zone: Sendable, Equatable {
        /// Seconds east of UTC.
        package var utcOffset: Int
        /// Whether the clock shows the same time in the new zone, so that the moment changes. Otherwise, the moment
        /// stays and the clock shows another time.
        package var keepsClockTime: Bool

        package init(utcOffset: Int, keepsClockTime: Bool) {
            self.utcOffset = utcOffset
            self.keepsClockTime = keepsClockTime
        }
    }

    /// The seconds by which the date moves, later if positive. Assets without a date stay without one.
    package var dateShift: Double = 0
    /// The date as the clock at the asset's place shows it: the moment at which a clock in UTC shows it.
    package var clockTime: Date?
    /// The new time zone, after the move. An unknown zone counts as UTC.
    package var zone: Zone?
    /// Keywords to add after the others, unless the asset has them.
    package var addedKeywords: [String] = []
    package var removedKeywords: [String] = []

    package init() {}

    package var isEmpty: Bool { self == AssetAdjustment() }

    /// Adds a keyword, also if an earlier call removed it.
    package mutating func addKeyword(_ keyword: String) {
        removedKeywords.removeAll { $0 == keyword }
        if !addedKeywords.contains(keyword) { addedKeywords.append(keyword) }
    }

    /// Removes a keyword, also if an earlier call added it.
    package mutating func removeKeyword(_ keyword: String) {
        addedKeywords.removeAll { $0 == keyword }
        if !removedKeywords.contains(keyword) { removedKeywords.append(keyword) }
    }

    /// Checks the values that are invalid for each asset.
    func validate() throws(LibraryError) {
        guard dateShift.isFinite, abs(dateShift) < 1e12 else {
            throw LibraryError(.invalidValue, "A date can't move by \(dateShift) seconds.")
        }
        guard dateShift == 0 || clockTime == nil else {
            throw LibraryError(.invalidValue, "A date either moves or is set, not both.")
        }
        var change = AssetChange()
        change.creationDate = clockTime.map(Optional.some) ?? nil
        change.utcOffset = zone.map { Optional($0.utcOffset) } ?? nil
        change.keywords = addedKeywords
        try change.validate()
        if let both = addedKeywords.first(where: Set(removedKeywords).contains) {
            throw LibraryError(.invalidValue, "The keyword “\(both)” is both added and removed.")
        }
    }

    /// Returns the change that this means for an asset. It contains only values that differ from the asset's.
    func change(of asset: AssetRecord, keywords: [String]) -> AssetChange {
        var change = AssetChange()
        let (date, utcOffset) = movedDate(of: asset)
        if date != asset.creationDate { change.creationDate = .some(date) }
        if utcOffset != asset.utcOffset { change.utcOffset = .some(utcOffset) }
        let removed = Set(removedKeywords)
        var known = Set(keywords)
        let changed =
            keywords.filter { !removed.contains($0) } + addedKeywords.filter { known.insert($0).inserted }
        if changed != keywords { change.keywords = changed }
        return change
    }

    private func movedDate(of asset: AssetRecord) -> (date: Date?, utcOffset: Int?) {
        let newOffset = zone?.utcOffset ?? asset.utcOffset
        if let clockTime { return (clockTime - Double(newOffset ?? 0), newOffset) }
        guard var date = asset.creationDate else { return (nil, asset.utcOffset) }
        date += dateShift
        if let zone, zone.keepsClockTime { date += Double((asset.utcOffset ?? 0) - zone.utcOffset) }
        return (date, newOffset)
    }
}
