import Albumen
import Catalog
import Synchronization

/// How many assets each collection has, counted once a change of the library: a walk over all of it.
final class CollectionCounts: Sendable {
    typealias Counts = [(album: SmartAlbum, count: Int)]

    private struct Kept {
        let version: Int64
        let access: Access
        let counts: Counts
    }

    private let library: Library
    private let kept = Mutex<Kept?>(nil)

    init(of library: Library) {
        self.library = library
    }

    /// Blocks; callers that come meanwhile wait for the one count.
    func current(access: Access) throws -> Counts {
        try kept.withLock { kept in
            let version = try library.catalog.read { try $0.latestChange() }
            if let kept, kept.version == version, kept.access == access { return kept.counts }
            let counts = try SmartAlbum.counts(in: library, access: access)
            kept = Kept(version: version, access: access, counts: counts)
            return counts
        }
    }
}
