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

    /// What has become of what a fetch gave. A cost of what changed since and a logarithm of the list. Where the list is cut
    /// off by a limit, or is that of a client with limited access, it may be that of fetching it anew.
    package func progress(of snapshot: AssetSnapshot) throws -> ListProgress<AssetSnapshot> {
        let date = now()
        return try catalog.read { reader in
            try AssetSnapshotProgress(snapshot, date: date, reader: reader).find()
        }
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
