import Albumen
import Catalog
import Records

/// How many assets each collection has, counted once a change of the library: a walk over all of it, on one thread however many
/// ask.
actor CollectionCounts {
    typealias Counts = [(album: SmartAlbum, count: Int)]

    private struct Count {
        let version: Int64
        let access: Access
        let result: Task<Counts, any Error>
    }

    private let library: Library
    private let work: BlockingWork
    private var last: Count?

    init(of library: Library, work: BlockingWork) {
        self.library = library
        self.work = work
    }

    func current(access: Access) async throws -> Counts {
        let (library, work) = (library, work)
        let version = try await work.read { try library.catalog.read { try $0.latestChange() } }
        if let last, last.version == version, last.access == access { return try await last.result.value }
        // One that set out earlier and comes late counts for itself, and leaves what is newer.
        if let last, last.version > version, last.access == access { return try await last.result.value }
        let result = Task { try await work.walk { try SmartAlbum.counts(in: library, access: access) } }
        last = Count(version: version, access: access, result: result)
        do {
            return try await result.value
        } catch {
            // The next to ask tries again.
            if last?.result == result { last = nil }
            throw error
        }
    }
}
