import Catalog
import Records

/// The transaction that first replaces an asset's imported date or place stores the imported value, for all clients.
extension AssetWriter {
    /// Stores the original values that a change replaces for the first time.
    ///
    /// - Parameters:
    ///   - asset: The asset before the change.
    ///   - id: Its row identifier, if the record doesn't have it yet.
    func keepOriginals(of asset: AssetRecord, id: Int64? = nil, before change: AssetChange) throws {
        let first = change.edits.subtracting(asset.userEdits)
        if first.contains(.date) { try transaction.keep(OriginalDate(asset), ofAsset: id ?? asset.id) }
        if first.contains(.location) { try transaction.keep(OriginalLocation(asset), ofAsset: id ?? asset.id) }
    }

    /// Removes the stored original values that the asset has again.
    func removeOriginals(of asset: AssetRecord, before: AssetRecord) throws {
        let gone = before.replacedParts.subtracting(asset.replacedParts)
        if gone.contains(.date) { try transaction.removeOriginalDate(ofAsset: asset.id) }
        if gone.contains(.location) { try transaction.removeOriginalLocation(ofAsset: asset.id) }
    }

    /// Replaces the stored original values when another file describes the asset, such as the photo of a RAW.
    ///
    /// - Parameters:
    ///   - description: The asset as the file describes it.
    ///   - asset: The asset with the user's changes.
    func replaceOriginals(with description: AssetRecord, editedAs asset: AssetRecord) throws {
        let parts = asset.replacedParts
        if parts.contains(.date) { try transaction.keep(OriginalDate(description), ofAsset: asset.id) }
        if parts.contains(.location) { try transaction.keep(OriginalLocation(description), ofAsset: asset.id) }
    }

    /// Restores the imported date and place of an asset, if the user replaced them.
    ///
    /// - Throws: `LibraryError.Code.missingBytes` if neither the catalog nor `read` contains a value.
    func restoreOriginals(_ parts: OriginalFields, _ read: OriginalValues, of uuid: String) throws {
        let asset = try findPresent(uuid)
        let wanted = parts.intersection(asset.replacedParts)
        guard !wanted.isEmpty else { return }
        var values = try transaction.reader.originalValues(ofAssets: [asset.id])[asset.id] ?? OriginalValues()
        values.fill(from: read)
        guard values.parts.isSuperset(of: wanted) else {
            throw LibraryError(
                .missingBytes,
                "The catalog doesn't have the original date and place of "
                    + "\(LocalIdentifier.string(uuid: uuid, kind: .asset)). Read them from its file first.")
        }
        try transaction.update(asset: asset.id) { row in
            if wanted.contains(.date) {
                values.date?.apply(to: &row)
                row.userEdits.remove(.date)
            }
            if wanted.contains(.location) {
                values.location?.apply(to: &row)
                row.userEdits.remove(.location)
            }
            row.modificationDate = transaction.date
        }
        if wanted.contains(.date) { try transaction.removeOriginalDate(ofAsset: asset.id) }
        if wanted.contains(.location) { try transaction.removeOriginalLocation(ofAsset: asset.id) }
    }
}
