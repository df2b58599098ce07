import GRDB
package import Records

extension CatalogReader {
    /// Returns the values of the original of an edited asset, or `nil` if the asset has no edit.
    package func unadjustedValues(ofAsset identifier: Int64) throws -> UnadjustedValues? {
        try database.cachedStatement(
            sql: "SELECT \(UnadjustedValues.table.selection) FROM unadjustedAsset WHERE assetId = ?"
        ).records(UnadjustedValues.self, arguments: [identifier]).first
    }

    /// Returns the assets whose columns about their edit don't match their files.
    func editFaults() throws -> [String] {
        let renderings = [ResourceType.fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo]
            .map { String($0.rawValue) }.joined(separator: ", ")
        return try String.fetchAll(
            database,
            sql: """
                SELECT uuid FROM asset WHERE hasAdjustments <> EXISTS (
                        SELECT 1 FROM resource WHERE assetId = asset.id AND type IN (\(renderings)))
                    OR hasAdjustments <> EXISTS (SELECT 1 FROM unadjustedAsset WHERE assetId = asset.id)
                LIMIT 512
                """
        ).map { "the edit of the asset \($0) doesn't match its files" }
    }

    /// Returns the assets whose choice of the original doesn't match their files.
    func originalChoiceFaults() throws -> [String] {
        try String.fetchAll(
            database,
            sql: """
                SELECT uuid FROM asset WHERE (originalChoice = \(OriginalChoice.raw.rawValue)) <> EXISTS (
                    SELECT 1 FROM resource WHERE assetId = asset.id AND isUsedAsOriginal = 1)
                LIMIT 512
                """
        ).map { "the original of the asset \($0) doesn't match its files" }
    }
}

extension CatalogTransaction {
    /// Stores the values of the original of an edited asset, and replaces earlier ones.
    package func keep(_ values: UnadjustedValues, ofAsset identifier: Int64) throws {
        try database.cachedStatement(sql: UnadjustedValues.table.replacement)
            .execute(arguments: [identifier] + values.arguments())
    }

    /// Removes the stored values after the asset's edit was removed.
    package func removeUnadjustedValues(ofAsset identifier: Int64) throws {
        try database.cachedStatement(sql: "DELETE FROM unadjustedAsset WHERE assetId = ?")
            .execute(arguments: [identifier])
    }

    /// Deletes a resource's row. Its bytes are deleted after the commit, unless another row refers to them.
    package func delete(_ resource: ResourceRecord) throws {
        if ResourceType.inView.contains(resource.type) { try history.noteContentChange(of: resource.assetID) }
        try database.cachedStatement(sql: "DELETE FROM resource WHERE id = ?").execute(arguments: [resource.id])
        search.note(asset: resource.assetID)
    }

    /// Sets whether a RAW is the original of its asset. The caller sets the asset's column to the same choice.
    package func setUsedAsOriginal(_ isUsed: Bool, _ raw: ResourceRecord) throws {
        try history.noteContentChange(of: raw.assetID)
        try database.cachedStatement(sql: "UPDATE resource SET isUsedAsOriginal = ? WHERE id = ?")
            .execute(arguments: [isUsed, raw.id])
    }

    /// Removes the placeholder of an asset whose picture hasn't been decoded yet.
    package func removePlaceholder(ofAsset identifier: Int64) throws {
        try database.cachedStatement(sql: "DELETE FROM placeholder WHERE assetId = ?").execute(arguments: [identifier])
    }
}
