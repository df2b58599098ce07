import Albumen
import Catalog

/// Fetches timelines that are not kept, each once for all requests at the same version of the library.
struct TimelineWalks: Sendable {
    private struct Key: Hashable {
        let membership: AssetFetch.Membership
        let access: Access
        /// The library's version before the walk: an earlier walk may miss the last change.
        let version: Int64
    }

    private let library: Library
    private let timelines: TimelineCache
    private let work: BlockingWork
    private let walks: CoalescedWork<Key, Timeline>

    init(_ timelines: TimelineCache, of library: Library, work: BlockingWork) {
        self.library = library
        self.timelines = timelines
        self.work = work
        walks = work.sharedWalks()
    }

    /// The timeline as the library is now, or newer.
    func current(_ membership: AssetFetch.Membership, access: Access) async throws -> Timeline {
        let (library, timelines) = (library, timelines)
        let (version, kept) = try await work.read {
            (
                try library.catalog.read { try $0.latestChange() },
                try timelines.kept(membership, access: access)
            )
        }
        if let kept { return kept }
        let key = Key(membership: membership, access: access, version: version)
        return try await walks.value(key) { _ in try timelines.current(membership, access: access) }
    }
}
