import Foundation
import GRDB
package import Records

/// Reads one state of the catalog. Only valid in the closure that receives it.
package struct CatalogReader {
    let database: Database

    // MARK: Assets

    /// Returns the existing rows by identifier.
    ///
    /// - Complexity: O(*n* log *m*) for *n* identifiers in a library of *m* assets.
    package func assets(withIdentifiers identifiers: some Collection<Int64>) throws -> [Int64: AssetRecord] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(AssetRecord.table.selection) FROM asset WHERE id IN (SELECT value FROM json_each(?))")
        var records: [Int64: AssetRecord] = [:]
        records.reserveCapacity(identifiers.count)
        try statement.forEachRecord(AssetRecord.self, arguments: [JSONList.text(identifiers)]) { records[$0.id] = $0 }
        return records
    }

    package func asset(uuid: String) throws -> AssetRecord? {
        try database.cachedStatement(sql: "SELECT \(AssetRecord.table.selection) FROM asset WHERE uuid = ?")
            .records(AssetRecord.self, arguments: [uuid]).first
    }

    package func metadata(ofAsset identifier: Int64) throws -> MetadataRecord? {
        try database.cachedStatement(
            sql: "SELECT \(MetadataRecord.table.selection) FROM assetMetadata WHERE assetId = ?"
        ).records(MetadataRecord.self, arguments: [identifier]).first
    }

    /// Returns the metadata at a version of the library, as far as the history goes back.
    ///
    /// - Complexity: O(*c*) for *c* changes of this asset's metadata since the version.
    package func metadata(ofAsset identifier: Int64, at version: Int64) throws -> MetadataRecord? {
        guard var metadata = try metadata(ofAsset: identifier) else { return nil }
        try database.cachedStatement(
            sql: """
                SELECT \(MetadataRecord.historicalColumns) FROM metadataImage WHERE assetId = ? AND changeId > ?
                ORDER BY changeId LIMIT 1
                """
        ).forEachRow(arguments: [identifier, version]) { try metadata.restore($0) }
        return metadata
    }

    // MARK: Resources

    package func resources(ofAsset identifier: Int64) throws -> [ResourceRecord] {
        try resources(ofAssets: [identifier])[identifier] ?? []
    }

    /// Returns the resources of each asset in the order in which they were added.
    package func resources(ofAssets identifiers: some Collection<Int64>) throws -> [Int64: [ResourceRecord]] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(ResourceRecord.table.selection) FROM resource
                WHERE assetId IN (SELECT value FROM json_each(?)) ORDER BY id
                """)
        let resources = try statement.records(ResourceRecord.self, arguments: [JSONList.text(identifiers)])
        return Dictionary(grouping: resources, by: \.assetID)
    }

    /// Returns the first resource with these bytes.
    package func resource(sha256: BlobDigest) throws -> ResourceRecord? {
        try database.cachedStatement(
            sql: "SELECT \(ResourceRecord.table.selection) FROM resource WHERE sha256 = ? ORDER BY id LIMIT 1"
        ).records(ResourceRecord.self, arguments: [sha256]).first
    }

    /// Returns an asset with a file of these bytes. Prefers an asset that isn't deleted.
    package func assetOfResource(sha256: BlobDigest) throws -> AssetRecord? {
        try database.cachedStatement(
            sql: """
                SELECT \(AssetRecord.table.selection(of: "asset")) FROM resource
                CROSS JOIN asset ON asset.id = resource.assetId
                WHERE sha256 = ? ORDER BY trashedDate IS NOT NULL, resource.id LIMIT 1
                """
        ).records(AssetRecord.self, arguments: [sha256]).first
    }

    /// Returns all resources with these bytes. Several assets can have the same bytes.
    package func resources(sha256: BlobDigest) throws -> [ResourceRecord] {
        try database.cachedStatement(
            sql: "SELECT \(ResourceRecord.table.selection) FROM resource WHERE sha256 = ? ORDER BY id"
        ).records(arguments: [sha256])
    }

    package func hasResource(ofSize fileSize: Int64) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM resource WHERE fileSize = ?)"),
            arguments: [fileSize]) ?? false
    }

    /// Returns the first resources of a type with a Live Photo's identifier, oldest first. Some programs write the
    /// identifier of one of the two files in another case.
    package func resources(contentIdentifier: String, type: ResourceType, limit: Int) throws -> [ResourceRecord] {
        try database.cachedStatement(
            sql: """
                SELECT \(ResourceRecord.table.selection) FROM resource
                WHERE contentIdentifier IN (?1, upper(?1), lower(?1)) AND type = ?2 ORDER BY id LIMIT ?3
                """
        ).records(arguments: [contentIdentifier, type.rawValue, limit])
    }

    /// Returns up to `limit` resources whose row identifiers are larger than `identifier`. Callers use it to read all
    /// resources in bounded memory.
    package func resources(after identifier: Int64, limit: Int) throws -> [ResourceRecord] {
        try database.cachedStatement(
            sql: "SELECT \(ResourceRecord.table.selection) FROM resource WHERE id > ? ORDER BY id LIMIT ?"
        ).records(arguments: [identifier, limit])
    }

    package func resourceCount() throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM resource") ?? 0
    }

    /// Returns the number of resources whose row identifiers are larger than `identifier`.
    ///
    /// - Complexity: O(*n*) for *n* such resources.
    package func resourceCount(after identifier: Int64) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM resource WHERE id > ?", arguments: [identifier]) ?? 0
    }

    /// Returns the row identifier of the newest resource, or 0 if there is none.
    package func latestResource() throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT max(id) FROM resource") ?? 0
    }

    /// Returns the size of all resources in bytes. A file that several assets have counts for each of them.
    ///
    /// - Complexity: O(*n*) for *n* resources.
    package func resourceBytes() throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT sum(fileSize) FROM resource") ?? 0
    }

    /// Returns SQLite's descriptions of damaged rows, or an empty array if the file is intact.
    package func structuralFaults() throws -> [String] {
        let integrity = try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
        let references = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map { row in
            "a row of \(row[0] as String) names a row of \(row[2] as String) that is not there"
        }
        return integrity + references + (try countFaults()) + (try coverFaults()) + (try editFaults())
            + (try originalChoiceFaults())
            + (try grantFaults())
    }

    /// Returns the stored counts that differ from the number of rows.
    private func countFaults() throws -> [String] {
        let columns = ShownKind.columns.joined(separator: ", ")
        let kinds = try Int.fetchOne(
            database,
            sql: """
                SELECT count(*) FROM (
                    SELECT \(columns), sum(count) FROM (
                        SELECT \(columns), count FROM shownKind
                        UNION ALL SELECT \(columns), -1 FROM asset WHERE isShown = 1)
                    GROUP BY \(columns) HAVING sum(count) <> 0)
                """)
        let albums = try String.fetchAll(
            database,
            sql: """
                SELECT title FROM collection WHERE shownCount <> (
                    SELECT count(*) FROM albumMember CROSS JOIN asset ON asset.id = assetId
                    WHERE collectionId = collection.id AND isShown = 1)
                """)
        return (kinds == 0 ? [] : ["the counts of smart albums are not those of the photos in them"])
            + albums.map { "the count of the album “\($0)” is not that of the photos in it" }
    }

    /// Returns identifiers of assets without files. Only damage can cause such assets.
    package func assetsWithoutResources(limit: Int) throws -> [String] {
        try String.fetchAll(
            database,
            sql: """
                SELECT uuid FROM asset WHERE NOT EXISTS (SELECT 1 FROM resource WHERE assetId = asset.id) LIMIT ?
                """, arguments: [limit])
    }
}
