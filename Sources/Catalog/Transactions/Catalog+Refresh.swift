import GRDB
package import Records

extension CatalogReader {
    /// An asset without a row of metadata counts as version 0.
    private static let assetsWithOlderMetadata = """
        FROM asset LEFT JOIN assetMetadata ON assetMetadata.assetId = asset.id
        WHERE coalesce(metadataVersion, 0) < ?
        """

    /// Returns up to `limit` assets whose metadata were read by a reader before `version`, and whose row identifiers
    /// are larger than `identifier`. Includes hidden and deleted assets.
    package func assets(
        withMetadataBefore version: Int, after identifier: Int64, limit: Int
    ) throws -> [AssetRecord] {
        try database.cachedStatement(
            sql: """
                SELECT \(AssetRecord.table.selection(of: "asset")) \(Self.assetsWithOlderMetadata)
                AND asset.id > ? ORDER BY asset.id LIMIT ?
                """
        ).records(arguments: [version, identifier, limit])
    }

    /// Returns the number of assets whose metadata were read by a reader before `version`.
    package func assetCount(withMetadataBefore version: Int) throws -> Int {
        try Int.fetchOne(
            try database.cachedStatement(sql: "SELECT count(*) \(Self.assetsWithOlderMetadata)"), arguments: [version])
            ?? 0
    }
}

extension CatalogTransaction {
    /// Stores metadata that only a newer reader found in an asset's file.
    ///
    /// This isn't a change of the library: the file has contained the values since its import. So the history doesn't
    /// report it, and observers aren't notified.
    package func noteMetadata(_ metadata: MetadataRecord, ofAsset identifier: Int64) throws {
        try database.cachedStatement(sql: MetadataRecord.table.replacement)
            .execute(arguments: [identifier] + metadata.arguments())
        search.note(asset: identifier)
    }
}
