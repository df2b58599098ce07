import Catalog
import Synchronization

/// The timelines that pages look at, so that their windows cost the window alone, and a change of the library what it changed.
/// Any thread may call.
package final class TimelineCache: Sendable {
    private struct Key: Hashable {
        let membership: AssetFetch.Membership
        let access: Access
    }

    private struct Entry {
        let key: Key
        let timeline: Timeline
    }

    /// Eight megabytes each for a million assets; timelines of one album share what is the same in both.
    private static let limit = 8

    /// The one used last at the end.
    private let entries = Mutex<[Entry]>([])

    package init() {}

    /// The timeline as the library is now, where it is kept.
    package func kept(_ membership: AssetFetch.Membership, in view: LibraryView) throws -> Timeline? {
        find(Key(membership: membership, access: view.access), at: try view.version())
    }

    /// The timeline as the library is now: what is kept of the album is brought up to date, or it is fetched.
    package func current(_ membership: AssetFetch.Membership, in view: LibraryView) throws -> Timeline {
        let key = Key(membership: membership, access: view.access)
        if let timeline = find(key, at: try view.version()) { return timeline }
        let timeline =
            if let newest = newest(key) { try view.timeline(following: newest) } else {
                try view.timeline(of: membership)
            }
        keep(timeline, key)
        return timeline
    }

    /// The timeline as it was at a change of the library; nil where it is neither kept nor that of now.
    package func timeline(_ membership: AssetFetch.Membership, in view: LibraryView, version: Int64) throws -> Timeline?
    {
        if let timeline = find(Key(membership: membership, access: view.access), at: version) { return timeline }
        guard try view.version() == version else { return nil }
        let timeline = try current(membership, in: view)
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
            // Another thread may have brought the same one further.
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
