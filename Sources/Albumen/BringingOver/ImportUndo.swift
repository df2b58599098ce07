import Catalog
package import PhotoLibrary
import Records

extension LibraryView {
    /// Undoes an import: its photos and videos go to Recently Deleted, and its album is deleted, as are the albums and
    /// folders of sources that show nothing without them. What was in the library before stays, also with the values that
    /// the import changed.
    ///
    /// - Parameters:
    ///   - uuid: The UUID of the import's album.
    ///   - count: The number of photos and videos that the user has confirmed.
    /// - Returns: The UUIDs of the assets that were moved.
    /// - Throws: `notFound` if there is no such import, and `needsConfirmation` if the number is another one by now.
    /// - Complexity: O(*n*) for *n* photos and videos of the import.
    package func undoImport(ofAlbum uuid: String, confirming count: Int) throws -> [String] {
        guard let album = try collection(uuid: uuid), album.subtype == .albumImported else {
            throw LibraryError(.notFound, "There is no such import.")
        }
        let assets = try importedAssets(of: album)
        guard assets.count == count else {
            throw LibraryError(
                .needsConfirmation,
                "The import has \(assets.count) photos and videos by now, not \(count). Try again to be asked anew.")
        }
        let operations = assets.map { Transaction.Operation.trash(assetUUID: $0) } + [.deleteImport(albumUUID: uuid)]
        try commit(Transaction(operations), confirmedRemovals: count)
        return assets
    }

    /// Returns the number of photos and videos that `undoImport` moves to Recently Deleted.
    package func importedCount(ofAlbum uuid: String) throws -> Int? {
        guard let album = try collection(uuid: uuid), album.subtype == .albumImported else { return nil }
        return try importedAssets(of: album).count
    }

    /// Also hidden ones, and all frames of bursts.
    private func importedAssets(of album: CollectionRecord) throws -> [String] {
        try catalog.read { try $0.liveAssetUUIDs(ofAlbum: album.id) }
    }
}
