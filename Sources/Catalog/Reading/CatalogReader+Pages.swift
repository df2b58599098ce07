import GRDB
package import Records

/// Details of a page of assets, each read with one statement.
extension CatalogReader {
    /// Returns the metadata of assets by row identifier. Assets without metadata have no value.
    ///
    /// - Complexity: O(*n* log *m*) for *n* assets in a library of *m*.
    package func metadata(ofAssets identifiers: some Collection<Int64>) throws -> [Int64: MetadataRecord] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT assetId, \(MetadataRecord.table.selection) FROM assetMetadata
                WHERE assetId IN (SELECT value FROM json_each(?))
                """)
        var found: [Int64: MetadataRecord] = [:]
        try statement.forEachRow(arguments: [JSONList.text(identifiers)]) { row in
            found[row.int64(0)] = try MetadataRecord.read(row, from: 1)
        }
        return found
    }

    /// Returns the first characters of the assets' captions, by row identifier. Leaves out assets without a caption.
    package func captions(ofAssets identifiers: some Collection<Int64>, length: Int) throws -> [Int64: String] {
        let rows = try Row.fetchAll(
            try database.cachedStatement(
                sql: """
                    SELECT assetId, substr(caption, 1, ?) FROM assetMetadata
                    WHERE assetId IN (SELECT value FROM json_each(?)) AND caption IS NOT NULL AND caption <> ''
                    """),
            arguments: [length, JSONList.text(identifiers)])
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }

    /// Returns the row identifiers of the albums that contain assets, by the assets' row identifiers.
    ///
    /// - Complexity: O(*n* log *m*) for *n* memberships in a library of *m*.
    package func albums(containingAssets identifiers: some Collection<Int64>) throws -> [Int64: [Int64]] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT assetId, collectionId FROM albumMember
                WHERE assetId IN (SELECT value FROM json_each(?)) ORDER BY assetId, collectionId
                """)
        var found: [Int64: [Int64]] = [:]
        try statement.forEachRow(arguments: [JSONList.text(identifiers)]) { row in
            found[row.int64(0), default: []].append(row.int64(1))
        }
        return found
    }
}
