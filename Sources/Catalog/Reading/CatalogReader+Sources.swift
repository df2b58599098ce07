import GRDB
package import Records

extension CatalogReader {
    /// Returns the row identifier of a source, or `nil` if nothing was brought over from it.
    package func source(_ key: SourceKey) throws -> Int64? {
        try Int64.fetchOne(
            try database.cachedStatement(sql: "SELECT id FROM source WHERE kind = ? AND identifier = ?"),
            arguments: [key.kind.rawValue, key.identifier])
    }

    /// Returns the items of a source that were brought over, by their identifiers.
    package func assetSources(
        ofSource source: Int64, identifiers: [String]
    ) throws -> [String: AssetSourceRecord] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(AssetSourceRecord.table.selection) FROM assetSource
                WHERE sourceId = ? AND identifier IN (SELECT value FROM json_each(?))
                """)
        var records: [String: AssetSourceRecord] = [:]
        try statement.forEachRecord(
            AssetSourceRecord.self, arguments: [source, JSONList.text(identifiers)]
        ) { records[$0.identifier] = $0 }
        return records
    }

    /// Returns what all sources said of an asset, with the key of each.
    package func sources(ofAsset identifier: Int64) throws -> [(key: SourceKey, record: AssetSourceRecord)] {
        let rows = try Row.fetchAll(
            try database.cachedStatement(
                sql: """
                    SELECT source.id, source.kind, source.identifier FROM source
                    WHERE id IN (SELECT sourceId FROM assetSource WHERE assetId = ?) ORDER BY id
                    """),
            arguments: [identifier])
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(AssetSourceRecord.table.selection) FROM assetSource
                WHERE assetId = ? AND sourceId = ? ORDER BY identifier
                """)
        return try rows.flatMap { row -> [(SourceKey, AssetSourceRecord)] in
            // A newer version may know more kinds.
            guard let kind = SourceKind(rawValue: row[1]) else { return [] }
            let records: [AssetSourceRecord] = try statement.records(arguments: [identifier, row[0] as Int64])
            return records.map { (SourceKey(kind: kind, identifier: row[2]), $0) }
        }
    }

    /// Returns what a source said of an asset under any of its identities there, or `nil`.
    package func assetSource(ofSource source: Int64, asset: Int64) throws -> AssetSourceRecord? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(AssetSourceRecord.table.selection) FROM assetSource
                WHERE assetId = ? AND sourceId = ? ORDER BY identifier LIMIT 1
                """)
        let records: [AssetSourceRecord] = try statement.records(arguments: [asset, source])
        return records.first
    }

    /// Returns whether an asset is known to a source.
    package func hasSource(asset: Int64) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM assetSource WHERE assetId = ?)"),
            arguments: [asset]) ?? false
    }

    /// Returns an asset that has an original with these bytes. Assets in Recently Deleted come last.
    ///
    /// - Parameter source: A source whose items are left out, or `nil`.
    package func asset(withOriginal sha256: BlobDigest, outsideSource source: Int64?) throws -> AssetRecord? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(AssetRecord.table.selection) FROM asset
                WHERE id IN (SELECT assetId FROM resource WHERE sha256 = ? AND type IN (1, 2))
                    AND NOT EXISTS (SELECT 1 FROM assetSource WHERE assetId = asset.id AND sourceId = ?)
                ORDER BY trashedDate IS NOT NULL, id LIMIT 1
                """)
        let records: [AssetRecord] = try statement.records(arguments: [sha256.databaseValue, source])
        return records.first
    }

    /// Returns whether a UUID is or was that of an asset.
    package func hasEverUsed(assetUUID uuid: String) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM asset WHERE uuid = ?1)
                        OR EXISTS (SELECT 1 FROM tombstone WHERE uuid = ?1)
                    """),
            arguments: [uuid]) ?? false
    }

    /// Returns an album or folder of a source that was brought over, or `nil`.
    package func collectionSource(
        ofSource source: Int64, identifier: String
    ) throws -> CollectionSourceRecord? {
        let records: [CollectionSourceRecord] = try database.cachedStatement(
            sql: """
                SELECT \(CollectionSourceRecord.table.selection) FROM collectionSource
                WHERE sourceId = ? AND identifier = ?
                """
        ).records(arguments: [source, identifier])
        return records.first
    }

    /// Returns the albums of sources that have a member in common with an album, and whose members are all in Recently
    /// Deleted.
    ///
    /// - Complexity: O(*n*) for *n* memberships of the album's members.
    package func sourceAlbumsInTrash(sharingMembersWith album: Int64) throws -> [CollectionRecord] {
        try database.cachedStatement(
            sql: """
                SELECT \(CollectionRecord.table.selection) FROM collection
                WHERE id IN (
                    SELECT other.collectionId FROM albumMember AS member
                    CROSS JOIN albumMember AS other ON other.assetId = member.assetId
                    WHERE member.collectionId = ?1 AND other.collectionId <> ?1
                ) AND id IN (SELECT collectionId FROM collectionSource)
                AND NOT EXISTS (
                    SELECT 1 FROM albumMember AS rest JOIN asset ON asset.id = rest.assetId
                    WHERE rest.collectionId = collection.id AND asset.trashedDate IS NULL
                )
                ORDER BY id
                """
        ).records(arguments: [album])
    }

    /// Returns whether an album or folder was brought over from a source.
    package func hasSource(collection: Int64) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM collectionSource WHERE collectionId = ?)"),
            arguments: [collection]) ?? false
    }

    /// Returns the row identifiers of the assets of items, by the items' identifiers.
    package func assets(ofSource source: Int64, items identifiers: [String]) throws -> [String: Int64] {
        let rows = try Row.fetchAll(
            try database.cachedStatement(
                sql: """
                    SELECT identifier, assetId FROM assetSource
                    WHERE sourceId = ? AND identifier IN (SELECT value FROM json_each(?))
                    """),
            arguments: [source, JSONList.text(identifiers)])
        // Identifiers that differ only in the composition of an accent are equal texts.
        return Dictionary(rows.map { ($0[0], $0[1]) }) { first, _ in first }
    }
}
