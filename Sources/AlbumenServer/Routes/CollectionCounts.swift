import Albumen
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

    private let work: BlockingWork
    private var last: Count?

    init(work: BlockingWork) {
        self.work = work
    }

    func current(in view: LibraryView) async throws -> Counts {
        let work = work
        let version = try await work.read { try view.version() }
        if let last, last.version == version, last.access == view.access { return try await last.result.value }
        // One that set out earlier and comes late counts for itself, and leaves what is newer.
        if let last, last.version > version, last.access == view.access { return try await last.result.value }
        let result = Task { try await work.walk { try SmartAlbum.counts(in: view) } }
        last = Count(version: version, access: view.access, result: result)
        do {
            return try await result.value
        } catch {
            // The next to ask tries again.
            if last?.result == result { last = nil }
            throw error
        }
    }
}
