import Albumen
import Records

/// Fetches timelines that aren't cached, each once for all requests at the same version of the library.
struct TimelineWalks: Sendable {
    private struct Key: Hashable {
        let membership: AssetFetch.Membership
        let order: TimelineOrder
        let search: TextSearch?
        let access: Access
        /// The library's version before the walk. An earlier walk may miss the last change.
        let version: Int64
    }

    private let timelines: TimelineCache
    private let work: BlockingWork
    private let walks: CoalescedWork<Key, Timeline>

    init(_ timelines: TimelineCache, work: BlockingWork) {
        self.timelines = timelines
        self.work = work
        walks = work.sharedWalks()
    }

    /// Returns the timeline at the library's current version or a newer one.
    func current(
        _ membership: AssetFetch.Membership, order: TimelineOrder, search: TextSearch? = nil, in view: LibraryView
    ) async throws -> Timeline {
        let timelines = timelines
        let (version, kept) = try await work.read {
            (
                try view.version(),
                try timelines.kept(membership, order: order, search: search, in: view)
            )
        }
        if let kept { return kept }
        let key = Key(
            membership: membership, order: order, search: search, access: view.access, version: version)
        return try await walks.value(key) { _ in
            try timelines.current(membership, order: order, search: search, in: view)
        }
    }
}
