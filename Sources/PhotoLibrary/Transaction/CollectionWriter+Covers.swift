import Catalog
import Records

extension CollectionWriter {
    /// Makes an asset the cover of an album, or restores the default cover for `nil`.
    ///
    /// A chosen cover stays when the asset leaves the album or is hidden or deleted. The album shows its default cover
    /// until the asset is back.
    func setCover(_ asset: String?, ofAlbum uuid: String) throws {
        let album = try findAlbum(uuid)
        try access.requireManagement(of: [album])
        let cover = try asset.map { try shownMember($0, of: album) }
        try transaction.update(collection: album.id) { collection in
            guard collection.coverID != cover else { return }
            collection.coverID = cover
            collection.modificationDate = transaction.date
        }
    }

    /// - Throws: The same error for an asset that isn't in the album and for one that the client can't see.
    private func shownMember(_ uuid: String, of album: CollectionRecord) throws -> Int64 {
        var query = AssetQuery()
        query.source = .album(album.id)
        query.scope = access.scope
        guard let asset = try transaction.reader.assetIdentifiers(uuids: [uuid])[uuid],
            try transaction.reader.assets([asset], matching: query) == [asset]
        else {
            throw LibraryError(
                .unsupportedChange,
                "The cover must be a photo or video that “\(album.title)” shows. Add it to the album first.")
        }
        return asset
    }
}
