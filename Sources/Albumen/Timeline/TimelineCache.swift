import Catalog
import Synchronization

/// The timelines that pages look at, so that their windows cost the window alone. Any thread may call.
package final class TimelineCache: Sendable {
    private struct Key: Hashable {
        let membership: AssetFetch.Membership
        let access: Access
    }

    private struct Entry {
        let key: Key
        let timeline: Timeline
    }

    /// Eight megabytes each for a million assets.
    private static let limit = 8

    private let library: Library
    /// The one used last at the end.
    private let entries = Mutex<[Entry]>([])

    package init(of library: Library) {
        self.library = library
    }

    /// The timeline as the library is now, where it is kept.
    package func kept(_ membership: AssetFetch.Membership, access: Access) throws -> Timeline? {
        find(membership, access, try library.catalog.read { try $0.latestChange() })
    }

    /// The timeline as the library is now.
    package func current(_ membership: AssetFetch.Membership, access: Access) throws -> Timeline {
        let version = try library.catalog.read { try $0.latestChange() }
        if let timeline = find(membership, access, version) { return timeline }
        let timeline = try library.timeline(of: membership, access: access)
        let key = Key(membership: membership, access: access)
        entries.withLock { entries in
            entries.removeAll { $0.key == key && $0.timeline.version == timeline.version }
            entries.append(Entry(key: key, timeline: timeline))
            if entries.count > Self.limit { entries.removeFirst() }
        }
        return timeline
    }

    /// The timeline of a version; nil where it is neither kept nor that of now.
    package func timeline(_ membership: AssetFetch.Membership, access: Access, version: Int64) throws -> Timeline? {
        if let timeline = find(membership, access, version) { return timeline }
        guard try library.catalog.read({ try $0.latestChange() }) == version else { return nil }
        let timeline = try current(membership, access: access)
        return timeline.version == version ? timeline : nil
    }

    private func find(_ membership: AssetFetch.Membership, _ access: Access, _ version: Int64) -> Timeline? {
        let key = Key(membership: membership, access: access)
        return entries.withLock { entries in
            guard let position = entries.lastIndex(where: { $0.key == key && $0.timeline.version == version }) else {
                return nil
            }
            let entry = entries.remove(at: position)
            entries.append(entry)
            return entry.timeline
        }
    }
}
