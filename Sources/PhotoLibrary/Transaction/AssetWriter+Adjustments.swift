import BlobStore
import Catalog
import Foundation
import Records

/// Adjustment data that an import finds beside a photo or video.
extension AssetWriter {
    /// Adds an AAE file to the asset of its video. The first AAE file of a video stays.
    func add(_ file: AdjustmentFile) throws -> Transaction.Outcome {
        let found = try original(inFolder: file.source.folder, stem: file.source.stem) { $1[.video] != nil }
        guard let (asset, files) = found else { return .unmatched }
        let digest = file.blob.digest
        let present = files.slowMotionAdjustment
        guard present.map({ $0.sha256 == digest }) ?? true else { return .unmatched }
        try ensureStored(file.blob, file.source.name)
        let isKnown = present != nil
        try transaction.record(
            file.source.record(isKnown ? .duplicate : .imported, sha256: digest, assetID: asset.id))
        guard !isKnown else { return .duplicate(assetUUID: asset.uuid) }
        try transaction.insert(file.resource, intoAsset: asset.id)
        try transaction.update(asset: asset.id) { $0.modificationDate = transaction.date }
        return .joined(assetUUID: asset.uuid)
    }

    /// Adds the files of an edit to the asset of their original.
    ///
    /// If an earlier import made an asset of the renderings, because the original or the recipe was missing, that asset
    /// is moved to Recently Deleted. It stays if the recipe doesn't name the renderings' digests: then only their
    /// properties suggest that they belong to the original.
    func join(_ arrival: EditArrival) throws -> Transaction.Outcome {
        let (edit, sources) = (arrival.edit, arrival.files)
        let found = try original(inFolder: sources.document.folder, stem: sources.originalStem) { asset, files in
            (try? edit.validate(for: files.originals)) != nil && edit.belongs(to: asset, files.originals)
        }
        guard let (asset, files) = found else { return .unmatched }
        let isKnown = files.isAdjusted && Set(files.edit.map(\.sha256)) == Set(edit.blobs.map(\.digest))
        guard isKnown || !files.isAdjusted else { return .unmatched }
        for (source, blob) in zip(sources.sources, edit.blobs) {
            // A purge or a damaged disk may have taken the bytes of a known edit.
            if isKnown {
                try ensureStored(blob, source.name)
                try transaction.makeUploadDue(ofBytes: blob.digest)
            }
            if !edit.document.document.fileDigests.isEmpty {
                try moveStandIn(for: source, edit, exceptAsset: asset.id)
            }
            try transaction.record(
                source.record(isKnown ? .duplicate : .imported, sha256: blob.digest, assetID: asset.id))
        }
        if isKnown { return .duplicate(assetUUID: asset.uuid) }
        try attachArrived(edit, to: asset, files)
        return .joined(assetUUID: asset.uuid)
    }

    /// Moves the asset that an earlier import made of a file to Recently Deleted, if it consists only of files of the
    /// edit.
    private func moveStandIn(for source: ImportSource, _ edit: TakenEdit, exceptAsset identifier: Int64) throws {
        let hashes = Set(edit.blobs.map(\.digest))
        for file in try transaction.reader.importedFiles(inFolder: source.folder, stem: source.stem)
        where file.name == source.name {
            guard let assetID = file.assetID, assetID != identifier,
                let asset = try transaction.reader.assets(withIdentifiers: [assetID])[assetID],
                asset.trashedDate == nil,
                try transaction.reader.resources(ofAsset: assetID).allSatisfy({ hashes.contains($0.sha256) })
            else { continue }
            try trash(asset.uuid)
        }
    }

    /// Returns the asset of the imported photo or video with a name in a folder, and its files.
    ///
    /// - Parameters:
    ///   - stem: The name without its extension.
    ///   - condition: A condition of the asset and its files, because a photo and a video can have the same name.
    private func original(
        inFolder folder: String, stem: String, where condition: (AssetRecord, AssetFiles<ResourceRecord>) -> Bool
    ) throws -> (AssetRecord, AssetFiles<ResourceRecord>)? {
        for sibling in try transaction.reader.importedFiles(inFolder: folder, stem: stem) {
            // The query also returns longer names, such as "IMG_1.edited.mov".
            guard (sibling.name as NSString).deletingPathExtension == stem, let assetID = sibling.assetID,
                let asset = try transaction.reader.assets(withIdentifiers: [assetID])[assetID],
                asset.trashedDate == nil
            else { continue }
            let files = AssetFiles(try transaction.reader.resources(ofAsset: assetID))
            guard files.originals.contains(where: { $0.sha256 == sibling.sha256 }), condition(asset, files)
            else { continue }
            return (asset, files)
        }
        return nil
    }
}
