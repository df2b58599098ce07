import BlobStore
import Catalog
import Foundation
import MediaWork
import Records

extension AssetWriter {
    /// Makes an asset of what an app handed over: always a new one, also of bytes that are known.
    func create(_ prepared: DraftIntake.Prepared) throws -> Transaction.Outcome {
        guard let primary = prepared.primary else {
            throw LibraryError(.missingResource, "A new asset needs a photo or a video.")
        }
        for part in prepared.parts { try restoreDraft(part.blob) }
        let facts = AssetFacts(
            probe: primary.probe, filename: primary.resource.originalFilename,
            fileDate: primary.fileDate ?? transaction.date, now: transaction.date)
        var asset = facts.makeAsset(uuid: prepared.draft.uuid, addedDate: transaction.date)
        asset.isRAW = prepared.parts.contains { $0.probe.isRAW }
        if prepared.parts.contains(where: { $0.type == .pairedVideo }) { asset.becomeLivePhoto() }
        let imported = asset
        prepared.draft.change.apply(to: &asset)
        asset.id = try transaction.insert(asset)
        try keepOriginals(of: imported, id: asset.id, before: prepared.draft.change)
        for part in prepared.parts { try transaction.insert(part.resource, intoAsset: asset.id) }
        var metadata = facts.metadata
        prepared.draft.change.apply(to: &metadata)
        try transaction.setMetadata(metadata, ofAsset: asset.id)
        noteBurst(of: asset)
        if case .limited(let client) = access { try transaction.grant(asset: asset.id, to: client) }
        return .created(assetUUID: asset.uuid)
    }
}

extension AssetRecord {
    mutating func becomeLivePhoto() {
        mediaSubtypes.insert(.photoLive)
        playbackStyle = .livePhoto
    }
}

extension DraftIntake.Prepared.Part {
    fileprivate var resource: ResourceRecord {
        ResourceRecord(
            type: type, sha256: blob.digest.data, fileSize: blob.size, originalFilename: originalFilename,
            uniformTypeIdentifier: probe.uniformTypeIdentifier, pixelWidth: probe.pixelWidth,
            pixelHeight: probe.pixelHeight, contentIdentifier: probe.contentIdentifier)
    }
}
