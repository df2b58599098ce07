import Albumen
import Records

/// Fetches timelines that are not kept, each once however many ask for it at a time.
actor TimelineWalks {
    private struct Key: Hashable {
        let membership: AssetFetch.Membership
        let access: Access
        /// What the library was when the walk set out: one from before a change does not tell of it.
        let version: Int64
    }

    private let timelines: TimelineCache
    private let work: BlockingWork
    private var running: [Key: Task<Timeline, any Error>] = [:]

    init(_ timelines: TimelineCache, work: BlockingWork) {
        self.timelines = timelines
        self.work = work
    }

    /// The timeline as the library is now, or newer.
    func current(_ membership: AssetFetch.Membership, in view: LibraryView) async throws -> Timeline {
        let timelines = timelines
        let (version, kept) = try await work.read {
            (
                try view.version(),
                try timelines.kept(membership, in: view)
            )
        }
        if let kept { return kept }
        let key = Key(membership: membership, access: view.access, version: version)
        if let task = running[key] { return try await task.value }
        let work = work
        let task = Task { try await work.walk { try timelines.current(membership, in: view) } }
        running[key] = task
        defer { running[key] = nil }
        return try await task.value
    }
}
