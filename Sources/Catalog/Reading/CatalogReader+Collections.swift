import Foundation
import GRDB
package import Records

extension CatalogReader {
    package func collections(_ query: CollectionQuery, scope: AssetQuery.Scope) throws -> [CollectionRecord] {
        var (condition, arguments, order) = try Self.terms(query)
        switch scope {
        case .everything: break
        // Chosen assets reveal nothing about the collections that contain them.
        case .nothing, .chosen: return []
        case .granted(let client):
            condition += " AND collection.id IN (\(Self.visibleCollections))"
            arguments += [AssetQuery.Scope.author(ofClient: client), client]
        }
        let sql = "SELECT \(CollectionRecord.table.selection) FROM collection WHERE \(condition)\(order)"
        return try database.cachedStatement(sql: sql).records(arguments: arguments)
    }

    package func collections(withIdentifiers identifiers: [Int64]) throws -> [CollectionRecord] {
        try collections(.identifiers(identifiers), scope: .everything)
    }

    private static func terms(
        _ query: CollectionQuery
    ) throws -> (condition: String, arguments: StatementArguments, order: String) {
        switch query {
        case .all: ("1", [], "")
        case .identifiers(let identifiers):
            ("collection.id IN (SELECT value FROM json_each(?))", [JSONList.text(identifiers)], "")
        case .uuids(let uuids): ("uuid IN (SELECT value FROM json_each(?))", [try JSONList.text(uuids)], "")
        case .children(nil): ("parentId IS NULL AND position IS NOT NULL", [], " ORDER BY position, id")
        case .children(let folder): ("parentId = ?", [folder], " ORDER BY position, id")
        case .containing(let asset):
            ("collection.id IN (SELECT collectionId FROM albumMember WHERE assetId = ?)", [asset], "")
        }
    }

    /// Selects the collections that a client with limited access sees. The parameters are the author's name of the
    /// client, and the client.
    ///
    /// - Complexity: O(*n*) for *n* collections.
    static let visibleCollections = """
        WITH RECURSIVE visible(id) AS (
            SELECT id FROM collection WHERE creator = ?
            UNION SELECT collectionId FROM chosenMemberCount WHERE client = ? AND count > 0
            UNION SELECT parentId FROM visible CROSS JOIN collection ON collection.id = visible.id
                WHERE parentId IS NOT NULL)
        SELECT id FROM visible
        """

    // MARK: Members

    /// Returns the asset's position in each of its albums, by the album's row identifier.
    package func albumPositions(ofAsset identifier: Int64) throws -> [Int64: Int64] {
        let rows = try Row.fetchAll(
            try database.cachedStatement(sql: "SELECT collectionId, position FROM albumMember WHERE assetId = ?"),
            arguments: [identifier])
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }

    /// Returns the assets that are members of the album.
    package func members(ofAlbum album: Int64, among assets: [Int64]) throws -> Set<Int64> {
        let rows = OrderedRows(database: database, list: .members(album: album))
        return Set(try rows.positions(of: assets).keys)
    }

    /// Returns all members of the album in order, including those in Recently Deleted.
    ///
    /// - Complexity: O(*n*) for *n* members.
    package func members(ofAlbum album: Int64) throws -> [Int64] {
        try Int64.fetchAll(
            try database.cachedStatement(
                sql: "SELECT assetId FROM albumMember WHERE collectionId = ? ORDER BY position, assetId"),
            arguments: [album])
    }

    /// Returns the assets that weren't deleted permanently, in their order.
    package func present(assets: [Int64]) throws -> [Int64] {
        guard !assets.isEmpty else { return [] }
        let found = try Int64.fetchSet(
            try database.cachedStatement(sql: "SELECT id FROM asset WHERE id IN (SELECT value FROM json_each(?))"),
            arguments: [JSONList.text(assets)])
        return assets.filter(found.contains)
    }

    /// Returns the last album or folder in a folder, or at the top level for `nil`.
    package func lastChild(ofFolder folder: Int64?) throws -> Int64? {
        try collections(.children(folder: folder), scope: .everything).last?.id
    }

    // MARK: Identifiers

    /// Returns the assets that the client may see and that aren't deleted.
    package func visible(_ identifiers: some Collection<Int64>, scope: AssetQuery.Scope) throws -> Set<Int64> {
        try select(identifiers, scope: scope, trashed: .excluded)
    }

    /// Returns the assets that the client may see, deleted or not.
    package func granted(_ identifiers: some Collection<Int64>, scope: AssetQuery.Scope) throws -> Set<Int64> {
        try select(identifiers, scope: scope, trashed: .included)
    }

    private func select(
        _ identifiers: some Collection<Int64>, scope: AssetQuery.Scope, trashed: AssetQuery.Presence
    ) throws -> Set<Int64> {
        var query = AssetQuery()
        query.source = .rows(Array(identifiers))
        query.trashed = trashed
        query.hidden = .included
        query.includesAllBurstMembers = true
        query.sourceTypes = .all
        query.scope = scope
        return Set(try assetIdentifiers(matching: query))
    }

    /// Returns the row identifiers of assets by UUID. Leaves out unknown UUIDs.
    package func assetIdentifiers(uuids: [String]) throws -> [String: Int64] {
        let rows = try Row.fetchCursor(
            try database.cachedStatement(
                sql: "SELECT uuid, id FROM asset WHERE uuid IN (SELECT value FROM json_each(?))"),
            arguments: [try JSONList.text(uuids)])
        var identifiers: [String: Int64] = [:]
        while let row = try rows.next() { identifiers[row[0]] = row[1] }
        return identifiers
    }
}
