import BlobStore
import Catalog
import Foundation
package import Records

/// An asset's edit and the files that a new edit can be made from.
package struct AssetEditing: Sendable {
    package let asset: AssetRecord
    /// The edit's identity, for `AssetEdit.base`.
    package let revision: EditRevision
    /// The document with the recipe, or `nil` without an edit. `LibraryView.adjustmentDocument(of:)` reads it.
    package let adjustmentFile: ResourceRecord?
    /// The photo or video that the recipe applies to, followed by the paired video of a Live Photo: another app's
    /// rendering, or the original. An app that continues the edit starts from these files. Without an edit, they are
    /// those of the current version.
    package let base: [ResourceRecord]
    /// The photo or video that the asset shows now, followed by the paired video of a Live Photo.
    package let current: [ResourceRecord]
    /// All files of the asset.
    package let files: AssetFiles<ResourceRecord>

    /// - Parameter revision: The edit's identity, or `nil` for that of the files.
    init(of asset: AssetRecord, _ resources: [ResourceRecord], revision: EditRevision? = nil) {
        let files = AssetFiles(resources)
        self.asset = asset
        self.files = files
        self.revision = revision ?? EditRevision(of: files)
        adjustmentFile = files.isAdjusted ? files.adjustmentData : nil
        current = files.shown(.current)
        base = [files.adjustmentBase, files.adjustmentBasePairedVideo].compactMap(\.self)
    }

    /// Returns the files as if the user had chosen an original, with the identity of the asset's actual edit. Returns
    /// `nil` if the asset has one original.
    package func choosing(_ choice: OriginalChoice) -> AssetEditing? {
        guard let originals = files.choosableOriginals else { return nil }
        let resources = files.all.map { file in
            var file = file
            file.isUsedAsOriginal = choice == .raw && file.id == originals.raw.id
            return file
        }
        return AssetEditing(of: asset, resources, revision: revision)
    }
}

extension LibraryView {
    /// Returns an asset's edit and files. Reads only the catalog.
    ///
    /// - Returns: `nil` if there is no such asset, or if the principal may not see it.
    package func editing(ofAsset uuid: String) throws -> AssetEditing? {
        try catalog.read { reader in
            guard let asset = try reader.asset(uuid: uuid) else { return nil }
            let resources = try reader.resources(ofAssetUUID: uuid, in: scope)
            return resources.isEmpty ? nil : AssetEditing(of: asset, resources)
        }
    }

    /// Reads the document of an edit from the disk.
    ///
    /// - Returns: `nil` if the asset has no edit, or if its document can't be understood.
    /// - Throws: `LibraryError` if the document is remote (`networkAccessRequired`) or missing.
    package func adjustmentDocument(of editing: AssetEditing) throws -> AdjustmentDocument? {
        guard let file = editing.adjustmentFile, file.fileSize <= AdjustmentDocument.byteLimit else { return nil }
        let source = PictureSource(file, assetUUID: editing.asset.uuid)
        try originals.requireHere(source)
        return AdjustmentDocument(parsing: try library.blobs.read(source.digest, atMost: AdjustmentDocument.byteLimit))
    }
}
