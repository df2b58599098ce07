import Catalog
package import PhotoLibrary
package import Records
import Synchronization

/// A cache of the timelines that pages show. Any thread can call it.
///
/// Reading a window costs as much as the window. Updating a timeline costs as much as the changes since its last use.
package final class TimelineCache: Sendable {
    private struct Key: Hashable {
        let membership: AssetFetch.Membership
        let order: TimelineOrder
        let search: TextSearch?
        let access: Access
    }

    private struct Entry {
        let key: Key
        let timeline: Timeline
    }

    /// A timeline of a million assets takes eight megabytes. Timelines of one album share their unchanged chunks.
    private static let limit = 8

    /// The entries in the order of their last use. The most recently used entry is at the end.
    private let entries = Mutex<[Entry]>([])

    package init() {}

    /// Returns the timeline at the library's latest change, or `nil` if it isn't cached.
    package func kept(
        _ membership: AssetFetch.Membership, order: TimelineOrder = .standard, search: TextSearch? = nil,
        in view: LibraryView
    ) throws -> Timeline? {
        find(Key(membership: membership, order: order, search: search, access: view.access), at: try view.version())
    }

    /// Returns the timeline at the library's latest change. Updates a cached timeline of the album, or else fetches a
    /// new one.
    package func current(
        _ membership: AssetFetch.Membership, order: TimelineOrder = .standard, search: TextSearch? = nil,
        in view: LibraryView
    ) throws -> Timeline {
        let key = Key(membership: membership, order: order, search: search, access: view.access)
        if let timeline = find(key, at: try view.version()) { return timeline }
        let timeline =
            if let newest = newest(key) { try view.timeline(following: newest) } else {
                try view.timeline(of: membership, order: order, search: search)
            }
        keep(timeline, key)
        return timeline
    }

    /// Returns the timeline at a change of the library, or `nil` if it is neither cached nor current.
    package func timeline(
        _ membership: AssetFetch.Membership, order: TimelineOrder = .standard, search: TextSearch? = nil,
        in view: LibraryView, version: Int64
    ) throws -> Timeline? {
        let key = Key(membership: membership, order: order, search: search, access: view.access)
        if let timeline = find(key, at: version) { return timeline }
        guard try view.version() == version else { return nil }
        let timeline = try current(membership, order: order, search: search, in: view)
        return timeline.holds(at: version) ? timeline : nil
    }

    private func find(_ key: Key, at change: Int64) -> Timeline? {
        entries.withLock { entries in
            guard let position = entries.lastIndex(where: { $0.key == key && $0.timeline.holds(at: change) }) else {
                return nil
            }
            let entry = entries.remove(at: position)
            entries.append(entry)
            return entry.timeline
        }
    }

    private func newest(_ key: Key) -> Timeline? {
        entries.withLock { entries in
            entries.filter { $0.key == key }.max { $0.timeline.snapshot.version < $1.timeline.snapshot.version }?
                .timeline
        }
    }

    private func keep(_ timeline: Timeline, _ key: Key) {
        entries.withLock { entries in
            // Another thread may have updated the same timeline to this change or a later one.
            if entries.contains(where: { entry in
                entry.key == key && entry.timeline.version == timeline.version
                    && entry.timeline.snapshot.version >= timeline.snapshot.version
            }) {
                return
            }
            entries.removeAll { $0.key == key && $0.timeline.version == timeline.version }
            entries.append(Entry(key: key, timeline: timeline))
            if entries.count > Self.limit { entries.removeFirst() }
        }
    }
}
