import Albumen
import Synchronization

/// The number of assets in each smart album, counted once for all requests at the same version of the library.
final class CollectionCounts: Sendable {
    typealias Counts = [(album: SmartAlbum, count: Int)]

    private struct Key: Hashable {
        let access: Access
        let version: Int64
    }

    private let work: BlockingWork
    private let walks: CoalescedWork<Key, Counts>
    private let last = Mutex<(key: Key, counts: Counts)?>(nil)

    init(work: BlockingWork) {
        self.work = work
        walks = work.sharedWalks()
    }

    func current(in view: LibraryView) async throws -> Counts {
        let version = try await work.read { try view.version() }
        let key = Key(access: view.access, version: version)
        // The stored counts are of this version or a newer one, which is fine.
        if let last = last.withLock({ $0 }), last.key.access == view.access, last.key.version >= version {
            return last.counts
        }
        let counts = try await walks.value(key) { _ in try SmartAlbum.counts(in: view) }
        last.withLock { last in
            if let known = last?.key, known.access == view.access, known.version > version { return }
            last = (key, counts)
        }
        return counts
    }
}
