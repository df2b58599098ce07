import Catalog
import Records

/// The choice between the RAW and the compressed original of an asset.
extension AssetWriter {
    /// Makes an original the base of an asset's renderings. An edit stays as it is.
    ///
    /// The asset keeps its placeholder, because both originals show the same scene. The metadata stay those of the
    /// compressed original. Whether the chosen original is damaged is found out when it's decoded.
    ///
    /// - Returns: The changed row.
    /// - Throws: `LibraryError.Code.unsupportedChange` if the asset has one original. `networkAccessRequired` or
    ///   `missingBytes` if the chosen original is neither in the library's folder nor verified in its place.
    @discardableResult
    func choose(
        _ choice: OriginalChoice, of asset: AssetRecord, _ files: AssetFiles<ResourceRecord>
    ) throws -> AssetRecord {
        let originals = try requireChoice(of: asset, files)
        guard choice != asset.originalChoice else { return asset }
        try requireBytes(of: [choice == .raw ? originals.raw : originals.compressed], of: asset)
        return try setChoice(choice, of: asset, originals)
    }

    /// Adds an edit that was made in another library. If it was made from the RAW there, the RAW becomes the original,
    /// so that the recipe applies to the same file.
    func attachArrived(_ edit: TakenEdit, to asset: AssetRecord, _ files: AssetFiles<ResourceRecord>) throws {
        guard edit.document.document.usesRAW, asset.originalChoice != .raw, let originals = files.choosableOriginals
        else { return try attach(edit, to: asset, files, isContinuing: false) }
        let chosen = try setChoice(.raw, of: asset, originals)
        let chosenFiles = AssetFiles(try transaction.reader.resources(ofAsset: asset.id))
        try attach(edit, to: chosen, chosenFiles, isContinuing: false)
    }

    /// Returns whether the bytes of an original are in the library's folder or verified in its place.
    func canChoose(_ choice: OriginalChoice, of asset: AssetRecord) throws -> Bool {
        let files = AssetFiles(try transaction.reader.resources(ofAsset: asset.id))
        guard let originals = files.choosableOriginals else { return false }
        let file = choice == .raw ? originals.raw : originals.compressed
        let source = PictureSource(file, assetUUID: asset.uuid)
        return try library.originals.keeps(source.digest, byteCount: file.fileSize, transaction.reader)
    }

    private func setChoice(
        _ choice: OriginalChoice, of asset: AssetRecord, _ originals: (raw: ResourceRecord, compressed: ResourceRecord)
    ) throws -> AssetRecord {
        let chosen = choice == .raw ? originals.raw : originals.compressed
        try transaction.setUsedAsOriginal(choice == .raw, originals.raw)
        return try updateOriginal(asset.id) { row in
            row.originalChoice = choice
            row.pixelWidth = chosen.pixelWidth
            row.pixelHeight = chosen.pixelHeight
            row.damage = nil
            row.modificationDate = transaction.date
        }
    }

    /// Chooses the original of an asset that has no edit. An edit's recipe applies to the present original, so the edit
    /// would have to be removed.
    ///
    /// - Throws: `LibraryError.Code.unsupportedChange` if the asset is edited and has the other original, and the
    ///   errors of `choose(_:of:_:)`.
    func chooseOfUnedited(_ choice: OriginalChoice, of asset: AssetRecord) throws {
        let files = AssetFiles(try transaction.reader.resources(ofAsset: asset.id))
        try requireChoice(of: asset, files)
        guard choice == asset.originalChoice || !files.isAdjusted else {
            throw LibraryError(
                .unsupportedChange,
                "\(LocalIdentifier.string(uuid: asset.uuid, kind: .asset)) is edited. Revert its edits before you "
                    + "choose another original.")
        }
        try choose(choice, of: asset, files)
    }

    /// Returns the originals between which the user can choose.
    ///
    /// - Throws: `LibraryError.Code.unsupportedChange` if the asset has one original.
    @discardableResult
    func requireChoice(
        of asset: AssetRecord, _ files: AssetFiles<ResourceRecord>
    ) throws(LibraryError) -> (raw: ResourceRecord, compressed: ResourceRecord) {
        guard let originals = files.choosableOriginals else {
            throw LibraryError(
                .unsupportedChange,
                "\(LocalIdentifier.string(uuid: asset.uuid, kind: .asset)) has only one original. Only a RAW beside a "
                    + "JPEG or HEIC can be chosen.")
        }
        return originals
    }
}
