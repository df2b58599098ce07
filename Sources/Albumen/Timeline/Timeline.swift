import Catalog
package import Records

/// The assets of an album, newest first, as they were at one moment: what a page shows by rank.
///
/// Eight bytes an asset. What it holds was allowed when it was fetched; rows are read by window.
package struct Timeline: Sendable {
    /// The number of the change of the library since which it has been so, as far as is known: it says which timeline of the
    /// album this is.
    package let version: Int64
    /// What it was fetched as, and until when nothing concerned it.
    let snapshot: AssetSnapshot

    init(version: Int64, snapshot: AssetSnapshot) {
        self.version = version
        self.snapshot = snapshot
    }

    init(_ snapshot: AssetSnapshot) {
        self.init(version: snapshot.version, snapshot: snapshot)
    }

    /// Of rows, by rank.
    package var identifiers: IdentifierList { snapshot.identifiers }

    /// The rank of a row. Looks through all identifiers: some 50 microseconds for a hundred thousand.
    package func rank(of identifier: Int64) -> Int? {
        identifiers.firstIndex(of: identifier)
    }

    /// The ranks of rows, of those that are in it. Looks through all identifiers once.
    package func ranks(of rows: Set<Int64>) -> [Int64: Int] {
        var ranks: [Int64: Int] = [:]
        guard !rows.isEmpty else { return ranks }
        identifiers.forEachIndexed { if rows.contains($1) { ranks[$1] = $0 } }
        return ranks
    }

    /// At most `limit` evenly spaced ranks of those from `first` on, including the first and the last of them.
    package func ranks(from first: Int = 0, atMost limit: Int) -> [Int] {
        precondition(limit >= 2)
        let count = identifiers.count - first
        guard count > limit else { return Array(min(first, identifiers.count)..<identifiers.count) }
        return (0..<limit).map { first + $0 * (count - 1) / (limit - 1) }
    }

    /// Whether it is what the album was when the library was at a change.
    func holds(at change: Int64) -> Bool {
        version <= change && change <= snapshot.version
    }
}

extension LibraryView {
    /// Fetches what a page shows of an album: its members in its own order, those of a smart album newest first. For a smart
    /// album a walk over the index of creation dates: some 0.4 microseconds an asset of the library.
    package func timeline(of membership: AssetFetch.Membership) throws -> Timeline {
        var fetch = AssetFetch()
        fetch.membership = membership
        fetch.orderings = membership.pageOrder
        return Timeline(try snapshot(fetch))
    }

    /// The timeline as the library is now; the same one, known for longer, where nothing concerned it. A cost of what changed.
    func timeline(following timeline: Timeline) throws -> Timeline {
        switch try progress(of: timeline.snapshot) {
        case .untouched(let snapshot): Timeline(version: timeline.version, snapshot: snapshot)
        case .changed(let snapshot, _): Timeline(snapshot)
        }
    }
}

extension AssetFetch.Membership {
    /// The order of the page; empty where the members have one of their own.
    fileprivate var pageOrder: [AssetOrdering] {
        switch self {
        case .album, .rows, .nothing, .smartAlbum(SmartAlbum.recentlyDeleted): []
        case .library, .smartAlbum, .moment, .keyAssets: [.newestFirst]
        }
    }
}
