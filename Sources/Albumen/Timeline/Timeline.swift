import Catalog
package import PhotoLibrary
package import Records

/// The assets of an album as a list at one change of the library. Pages show them by rank.
///
/// Takes eight bytes for each asset. Contains only assets that the client could see at the time of the fetch. Callers
/// read rows by window.
package struct Timeline: Sendable {
    /// The number of the earliest change at which the album is known to have had these assets. Identifies this timeline
    /// among the timelines of the album.
    package let version: Int64
    /// The fetch with its result, and the last change at which the result is known to be valid.
    let snapshot: AssetSnapshot

    init(version: Int64, snapshot: AssetSnapshot) {
        self.version = version
        self.snapshot = snapshot
    }

    init(_ snapshot: AssetSnapshot) {
        self.init(version: snapshot.version, snapshot: snapshot)
    }

    /// The row identifiers of the assets, by rank.
    package var identifiers: IdentifierList { snapshot.identifiers }

    /// Returns the rank of a row, or `nil` if the timeline doesn't contain it.
    ///
    /// - Complexity: O(*n*) for *n* assets: some 50 microseconds for 100,000.
    package func rank(of identifier: Int64) -> Int? {
        identifiers.firstIndex(of: identifier)
    }

    /// Returns the ranks of the rows that the timeline contains.
    ///
    /// - Complexity: O(*n*) for *n* assets in the timeline.
    package func ranks(of rows: Set<Int64>) -> [Int64: Int] {
        var ranks: [Int64: Int] = [:]
        guard !rows.isEmpty else { return ranks }
        identifiers.forEachIndexed { if rows.contains($1) { ranks[$1] = $0 } }
        return ranks
    }

    /// Returns at most `limit` evenly spaced ranks from `first` to the last rank, including both.
    package func ranks(from first: Int = 0, atMost limit: Int) -> [Int] {
        precondition(limit >= 2)
        let count = identifiers.count - first
        guard count > limit else { return Array(min(first, identifiers.count)..<identifiers.count) }
        return (0..<limit).map { first + $0 * (count - 1) / (limit - 1) }
    }

    /// Returns whether the album had these assets at a change of the library.
    func holds(at change: Int64) -> Bool {
        version <= change && change <= snapshot.version
    }
}

extension LibraryView {
    /// Fetches the timeline of an album.
    ///
    /// - Complexity: For a smart album, O(*n*) for *n* assets in the library, because the fetch reads the index of
    ///   creation dates: some 0.4 microseconds per asset.
    package func timeline(
        of membership: AssetFetch.Membership, order: TimelineOrder = .standard, search: TextSearch? = nil
    ) throws -> Timeline {
        var fetch = AssetFetch()
        fetch.membership = membership
        fetch.search = search
        fetch.orderings = order.orderings(of: membership)
        return Timeline(try snapshot(fetch))
    }

    /// Returns the timeline at the library's latest change. If no change concerned the timeline, returns the same
    /// timeline as valid up to that change.
    ///
    /// - Complexity: See `progress(of:)`.
    func timeline(following timeline: Timeline) throws -> Timeline {
        switch try progress(of: timeline.snapshot) {
        case .untouched(let snapshot): Timeline(version: timeline.version, snapshot: snapshot)
        case .changed(let snapshot, _): Timeline(snapshot)
        }
    }
}
