import Catalog
import Foundation
package import Records

/// What a fetch of assets gave, and what it takes to tell later what has become of it.
package struct AssetSnapshot: Sendable {
    package let fetch: AssetFetch
    package let access: Access
    /// Of the library's clock: what is in an album of the last days depends on it.
    let date: Date
    /// The number of the library's last change at that time.
    package let version: Int64
    package let identifiers: IdentifierList

    func with(version: Int64, date: Date, identifiers: IdentifierList? = nil) -> AssetSnapshot {
        AssetSnapshot(
            fetch: fetch, access: access, date: date, version: version, identifiers: identifiers ?? self.identifiers)
    }
}

/// What has become of a list since it was fetched.
package enum ListProgress<List: Sendable>: Sendable {
    /// No change concerned it. The list as of now, with the same elements.
    case untouched(List)
    /// The list as of now, and the steps that lead there. Nil where there are too many, or where nobody can tell: then all
    /// of the list is to be looked at again.
    case changed(List, ListChange?)
}

extension LibraryView {
    /// Fetches the row identifiers of the assets that the client may see and asked for, in order.
    package func snapshot(_ fetch: AssetFetch) throws -> AssetSnapshot {
        let date = now()
        return try catalog.read { reader in
            AssetSnapshot(
                fetch: fetch, access: access, date: date, version: try reader.latestChange(),
                identifiers: try reader.identifiers(fetch, scope: scope, now: date))
        }
    }

    /// Computes how the assets of a fetch changed. Runs the fetch again if the view's access differs from the access at the
    /// fetch.
    ///
    /// - Complexity: O(*c* log *n*) for *c* changed assets in a list of *n*. A list with a limit, and a list of a client
    ///   with limited access, may be fetched again.
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
    /// The rows that a fetch finds now.
    func identifiers(_ fetch: AssetFetch, scope: AssetQuery.Scope, now: Date) throws -> IdentifierList {
        let query = try query(fetch, scope: scope, now: now)
        return query.scope == .nothing ? IdentifierList() : try identifierList(matching: query)
    }

    /// The query of a fetch, for which those that stand for an album are looked up.
    func query(_ fetch: AssetFetch, scope: AssetQuery.Scope, now: Date) throws -> AssetQuery {
        guard case .keyAssets(let membership, let limit) = fetch.membership else {
            return fetch.query(scope: scope, now: now)
        }
        var fetch = fetch
        let rows = try identifiers(membership.fetchOfKeyAssets(limit: limit), scope: scope, now: now)
        fetch.membership = .rows(Array(rows))
        return fetch.query(scope: scope, now: now)
    }
}
