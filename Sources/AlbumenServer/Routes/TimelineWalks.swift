import Albumen

/// Fetches timelines that are not kept, each once however many ask for it at a time.
actor TimelineWalks {
    private struct Key: Hashable {
        let membership: AssetFetch.Membership
        let access: Access
    }

    private let timelines: TimelineCache
    private let work: BlockingWork
    private var running: [Key: Task<Timeline, any Error>] = [:]

    init(_ timelines: TimelineCache, work: BlockingWork) {
        self.timelines = timelines
        self.work = work
    }

    /// The timeline as the library is now, or was when the walk that is under way began.
    func current(_ membership: AssetFetch.Membership, access: Access) async throws -> Timeline {
        let timelines = timelines
        if let kept = try await work.read({ try timelines.kept(membership, access: access) }) { return kept }
        let key = Key(membership: membership, access: access)
        if let task = running[key] { return try await task.value }
        let work = work
        let task = Task { try await work.walk { try timelines.current(membership, access: access) } }
        running[key] = task
        defer { running[key] = nil }
        return try await task.value
    }
}
