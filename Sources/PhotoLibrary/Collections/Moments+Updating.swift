import Catalog
import Foundation

extension Moments {
    /// Calls a closure with the photos from a date on, in chronological order, until the closure returns `false`. With
    /// `nil`, the photos without a date come first.
    typealias Read = (_ start: Date?, (CatalogReader.Occasion) throws -> Bool) throws -> Void

    /// Local days of photos that are further apart are different days in any time zones.
    private static let margin: TimeInterval = 3 * 86_400

    /// Returns the moments after changes of some photos. Reads only the photos around them.
    ///
    /// A moment depends on its photos and on the moment before it. So if a moment of the new state starts at the same
    /// photo as one of this state, and no later photo has changed, then all following moments are the same.
    ///
    /// - Parameters:
    ///   - dates: The dates of the changed photos, before and after, in ascending order. `nil` comes first.
    ///   - read: Reads the new state.
    /// - Returns: `nil` if all photos must be read, because some have dates beyond the calendar.
    func updated(_ dates: [Date?], read: Read) throws -> Moments? {
        guard !reachesBeyondCalendar else { return nil }
        var updated: [Moment] = []
        // The first moment of this state that isn't yet in the result or replaced.
        var next = 0
        for window in Self.windows(dates) {
            let start = max(next, index(before: window.lowerBound))
            updated += moments[next..<start]
            let isWhole = start == 0 && updated.isEmpty
            let first = isWhole || start == moments.endIndex ? nil : moments[start].startDate
            // An earlier window has read all photos.
            guard isWhole || first != nil else { break }
            next = try replace(from: start, first, until: window.upperBound, in: &updated, read)
        }
        let result = Moments(updated + moments[next...])
        return result.reachesBeyondCalendar ? nil : result
    }

    /// Makes moments from a photo on, until the rest is the same as in this state.
    ///
    /// - Returns: The index of the first moment that is the same.
    private func replace(
        from start: Int, _ first: Date?, until end: Date, in updated: inout [Moment], _ read: Read
    ) throws -> Int {
        let lower = (first ?? Moment.undated).addingTimeInterval(-2 * Self.margin)
        var builder = MomentBuilder(after: updated.reversed().prefix { $0.lastDate >= lower })
        var same: Int?
        try read(first) { occasion in
            builder.add(occasion)
            guard let newStart = builder.newStart, newStart > end, let index = index(startingAt: newStart) else {
                return true
            }
            same = max(start, index)
            return false
        }
        var made = builder.finish()
        // The moment that starts at the last photo is complete in this state.
        if same != nil { made.removeLast() }
        updated += made
        return same ?? moments.endIndex
    }

    /// The changed dates with a margin, as ranges that don't overlap.
    private static func windows(_ dates: [Date?]) -> [ClosedRange<Date>] {
        dates.reduce(into: []) { windows, date in
            let date = date ?? Moment.undated
            let window = date.addingTimeInterval(-margin)...date.addingTimeInterval(margin)
            if let last = windows.last, last.upperBound >= window.lowerBound {
                windows[windows.count - 1] = last.lowerBound...max(last.upperBound, window.upperBound)
            } else {
                windows.append(window)
            }
        }
    }

    /// The index of the last moment that ends before a date, or 0.
    private func index(before date: Date) -> Int {
        max(0, ListChangePlan.partition(moments.indices) { moments[$0].lastDate >= date } - 1)
    }

    private func index(startingAt date: Date) -> Int? {
        let index = ListChangePlan.partition(moments.indices) { (moments[$0].startDate ?? Moment.undated) >= date }
        return moments.indices.contains(index) && moments[index].startDate == date ? index : nil
    }
}
