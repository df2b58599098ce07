import Catalog
import Foundation
package import Records

/// The result of a fetch of assets, and the data for computing its later changes.
package struct AssetSnapshot: Sendable {
    package let fetch: AssetFetch
    package let access: Access
    /// The time of the library's clock. The members of Recently Added depend on it.
    let date: Date
    /// The number of the library's last change at the time of the fetch.
    package let version: Int64
    package let identifiers: IdentifierList

    func with(version: Int64, date: Date, identifiers: IdentifierList? = nil) -> AssetSnapshot {
        AssetSnapshot(
            fetch: fetch, access: access, date: date, version: version, identifiers: identifiers ?? self.identifiers)
    }
}

/// The changes of a list since its fetch.
package enum ListProgress<List: Sendable>: Sendable {
    /// No change affected the list. Contains the current list, with the same elements.
    case untouched(List)
    /// Contains the current list and the steps from the old list. The steps are `nil` if there are too many, or if they
    /// are unknown. In that case, clients must reload the entire list.
    case changed(List, ListChange?)
}

extension LibraryView {
    /// Runs a fetch for the row identifiers of the assets that the client may see, in order.
    package func snapshot(_ fetch: AssetFetch) throws -> AssetSnapshot {
        let date = now()
        return try library.read(searches: fetch.search != nil) { reader in
            AssetSnapshot(
                fetch: fetch, access: access, date: date, version: try reader.latestChange(),
                identifiers: try reader.identifiers(fetch, scope: scope, now: date))
        }
    }

    /// Computes how the assets of a fetch changed. Runs the fetch again if the view's access differs from the access at
    /// the time of the fetch.
    ///
    /// - Complexity: O(*c* log *n*) for *c* changed, chosen or deselected assets in a list of *n*. Lists with a limit
    ///   may be fetched again.
    package func progress(of snapshot: AssetSnapshot) throws -> ListProgress<AssetSnapshot> {
        guard snapshot.access == access else { return try refetched(snapshot) }
        let date = now()
        return try catalog.read { reader in
            try AssetSnapshotProgress(snapshot, date: date, reader: reader).find()
        }
    }

    private func refetched(_ snapshot: AssetSnapshot) throws -> ListProgress<AssetSnapshot> {
        let newer = try self.snapshot(snapshot.fetch)
        guard let changed = try assetsChanged(after: snapshot.version) else { return .changed(newer, nil) }
        let change = ListChange(
            from: snapshot.identifiers, to: newer.identifiers, isChanged: changed.contains)
        return change.isEmpty ? .untouched(newer) : .changed(newer, change)
    }
}

extension CatalogReader {
    /// Returns the rows that a fetch finds now.
    func identifiers(_ fetch: AssetFetch, scope: AssetQuery.Scope, now: Date) throws -> IdentifierList {
        let query = try query(fetch, scope: scope, now: now)
        return query.scope == .nothing ? IdentifierList() : try identifierList(matching: query)
    }

    /// Returns the query of a fetch. Finds the key assets if the fetch is for those.
    func query(_ fetch: AssetFetch, scope: AssetQuery.Scope, now: Date) throws -> AssetQuery {
        guard case .keyAssets(let membership, let limit) = fetch.membership else {
            return fetch.query(scope: scope, now: now)
        }
        var fetch = fetch
        var rows = Array(try identifiers(membership.fetchOfKeyAssets(limit: limit), scope: scope, now: now))
        if case .album(let album) = membership, let cover = try chosenCovers(ofAlbum: album, scope: scope)[album] {
            rows = [cover.id] + rows.filter { $0 != cover.id }.prefix(limit - 1)
        }
        fetch.membership = .rows(rows)
        return fetch.query(scope: scope, now: now)
    }
}
