import GRDB
package import Records

extension CatalogTransaction {
    /// Permanently deletes an asset's rows and returns the hashes of its resources and its former edits. Only its
    /// tombstone remains.
    package func purge(_ asset: AssetRecord) throws -> [BlobDigest] {
        let resources = try reader.resources(ofAsset: asset.id)
        let former = try reader.hashesOfFormerEdits(ofAsset: asset.id)
        try history.noteDeletion(of: asset.id)
        for album in try reader.albumPositions(ofAsset: asset.id) {
            history.noteChange(of: .init(collectionID: album.key, assetID: asset.id), at: album.value)
        }
        try discountChosen(asset.id)
        countKind(of: asset, as: -1)
        try search.notePurge(ofAsset: asset.id)
        places.notePurge(ofAsset: asset.id)
        if asset.isShown { try countShown(asset.id, as: -1) }
        let tombstone = TombstoneRecord(
            assetID: asset.id, uuid: asset.uuid, mediaType: asset.mediaType, pixelWidth: asset.pixelWidth,
            pixelHeight: asset.pixelHeight, fileSize: resources.reduce(0) { $0 + $1.fileSize },
            creationDate: asset.creationDate, addedDate: asset.addedDate, purgedDate: date)
        try database.cachedStatement(sql: TombstoneRecord.table.insertion).execute(arguments: tombstone.arguments())
        try database.cachedStatement(
            sql: "INSERT INTO purgedGrant SELECT client, assetId FROM grants WHERE assetId = ?"
        ).execute(arguments: [asset.id])
        try database.cachedStatement(sql: "DELETE FROM importedFile WHERE assetId = ?").execute(arguments: [asset.id])
        try database.cachedStatement(sql: "DELETE FROM asset WHERE id = ?").execute(arguments: [asset.id])
        return resources.map(\.sha256) + former
    }
}
