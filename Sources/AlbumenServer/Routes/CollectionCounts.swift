import Albumen
import Catalog
import Synchronization

/// How many assets each collection has, counted once for all requests at the same version of the library.
final class CollectionCounts: Sendable {
    typealias Counts = [(album: SmartAlbum, count: Int)]

    private struct Key: Hashable {
        let access: Access
        let version: Int64
    }

    private let library: Library
    private let work: BlockingWork
    private let walks: CoalescedWork<Key, Counts>
    private let last = Mutex<(key: Key, counts: Counts)?>(nil)

    init(of library: Library, work: BlockingWork) {
        self.library = library
        self.work = work
        walks = work.sharedWalks()
    }

    func current(access: Access) async throws -> Counts {
        let library = library
        let version = try await work.read { try library.catalog.read { try $0.latestChange() } }
        let key = Key(access: access, version: version)
        // Counts of a later version are newer than the caller needs.
        if let last = last.withLock({ $0 }), last.key.access == access, last.key.version >= version {
            return last.counts
        }
        let counts = try await walks.value(key) { _ in try SmartAlbum.counts(in: library, access: access) }
        last.withLock { last in
            if let known = last?.key, known.access == access, known.version > version { return }
            last = (key, counts)
        }
        return counts
    }
}
