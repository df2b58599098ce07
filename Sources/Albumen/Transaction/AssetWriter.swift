import BlobStore
import Catalog
import Foundation
import MediaWork
import Records

/// Applies operations while the write lock is held, each checked against the catalog as it is then.
final class AssetWriter {
    let transaction: CatalogTransaction
    let access: Access
    /// The hashes of files whose rows went; other rows may name them too.
    var purgedHashes: [Data] = []
    private let library: Library
    let settings: Transaction.Settings
    private let drafts: [String: DraftIntake.Prepared]
    private let relink: (StagedBlob) throws -> Void
    private let relinkDraft: (StagedBlob) throws -> Void
    private let collections: CollectionWriter
    /// The bursts whose frames changed, so that `pickBurstRepresentatives()` looks at them.
    var touchedBursts: Set<String> = []

    init(
        transaction: CatalogTransaction, library: Library, access: Access, author: String,
        settings: Transaction.Settings, drafts: [String: DraftIntake.Prepared],
        relink: @escaping (StagedBlob) throws -> Void, relinkDraft: @escaping (StagedBlob) throws -> Void
    ) {
        self.transaction = transaction
        self.library = library
        self.access = access
        self.settings = settings
        self.drafts = drafts
        self.relink = relink
        self.relinkDraft = relinkDraft
        self.collections = CollectionWriter(transaction: transaction, author: author, access: access)
    }

    func apply(_ operation: Transaction.Operation) throws -> Transaction.Outcome {
        switch operation {
        case .create(let creation): return try create(creation)
        case .createAsset(let draft):
            guard let prepared = drafts[draft.uuid] else {
                throw LibraryError(.missingBytes, "The files of a new asset were not taken in. Create it again.")
            }
            return try create(prepared)
        case .change(let change, let uuid): return try apply(change, to: uuid)
        case .revert(let reversal): return try revert(reversal)
        case .restoreOriginals(let parts, let read, let uuid): try restoreOriginals(parts, read, of: uuid)
        case .trash(let uuid): try trash(uuid)
        case .restore(let uuid): try restore(uuid)
        case .purge(let uuid): try purge(uuid)
        case .createCollection(let new): try collections.create(new)
        case .rename(let title, let uuid): try collections.rename(uuid, to: title)
        case .deleteCollection(let uuid): try collections.delete(uuid)
        case .editMembers(let edit, let uuid): try collections.editMembers(edit, ofAlbum: uuid)
        case .editChildren(let edit, let uuid): try collections.editChildren(edit, ofFolder: uuid)
        case .notePicture(let digest, let placeholder, let damage): try notePicture(digest, placeholder, damage)
        case .noteDuplicate(let source, let digest): return try noteDuplicate(source, digest)
        case .remember(let file): try transaction.record(file)
        case .refuse(let error): throw error
        }
        return .done
    }

    // MARK: Notes

    private func notePicture(_ digest: BlobDigest, _ placeholder: Data?, _ damage: String?) throws {
        for resource in try transaction.reader.resources(sha256: digest.data) where resource.showsItsAsset {
            if let placeholder { try transaction.setPlaceholder(placeholder, ofAsset: resource.assetID) }
            if let damage { try transaction.noteDamage(damage, ofAsset: resource.assetID) }
        }
    }

    // MARK: Creation

    private func noteDuplicate(_ source: ImportSource, _ digest: BlobDigest) throws -> Transaction.Outcome {
        guard let known = try transaction.reader.assetOfResource(sha256: digest.data) else { return .vanished }
        try transaction.record(source.record(.duplicate, sha256: digest.data, assetID: known.id))
        return try meet(known)
    }

    /// What becomes of bytes whose asset is in the library.
    private func meet(_ known: AssetRecord) throws -> Transaction.Outcome {
        guard known.trashedDate != nil else { return .duplicate(assetUUID: known.uuid) }
        guard settings.restoresTrashed else { return .trashedDuplicate(assetUUID: known.uuid) }
        try restore(known.uuid)
        return .restored(assetUUID: known.uuid)
    }

    private func create(_ creation: AssetCreation) throws -> Transaction.Outcome {
        let digest = creation.blob.digest.data
        // Who may not see the whole library must not learn from an answer what is in it, nor get at it by a part that fits.
        let seesAll = access == .full
        if seesAll, let known = try transaction.reader.assetOfResource(sha256: digest) {
            try remember(creation, .duplicate, assetID: known.id)
            return try meet(known)
        }
        if try !isStored(creation.blob) { try relink(creation.blob) }
        guard try isStored(creation.blob) else {
            throw LibraryError(
                .missingBytes,
                "The bytes of \(creation.originalFilename) are not in the library. Import the file again.")
        }
        let pairing = seesAll ? try AssetPairing(transaction: transaction).partner(for: creation) : nil
        let asset = try pairing.map { try join(creation, to: $0) } ?? add(creation)
        noteBurst(of: asset)
        try remember(creation, .imported, assetID: asset.id)
        if case .limited(let client) = access { try transaction.grant(asset: asset.id, to: client) }
        if pairing == nil, let album = settings.importAlbum {
            try transaction.append(assets: [asset.id], toAlbum: collections.importAlbum(album))
        }
        return pairing == nil ? .created(assetUUID: asset.uuid) : .joined(assetUUID: asset.uuid)
    }

    /// Bytes that a purge removed since they were stored come back.
    func restoreDraft(_ blob: StagedBlob) throws {
        if try !isStored(blob) { try relinkDraft(blob) }
        guard try isStored(blob) else {
            throw LibraryError(.missingBytes, "The bytes of a new asset are not in the library. Create it again.")
        }
    }

    private func isStored(_ blob: StagedBlob) throws -> Bool {
        try library.blobs.size(of: blob.digest) == blob.size
    }

    private func add(_ creation: AssetCreation) throws -> AssetRecord {
        var asset = creation.facts.makeAsset(uuid: library.makeUUID().uuidString, addedDate: transaction.date)
        asset.id = try transaction.insert(asset)
        let type: ResourceType = creation.facts.probe.kind == .image ? .photo : .video
        try transaction.insert(creation.resource(as: type), intoAsset: asset.id)
        try transaction.setMetadata(creation.facts.metadata, ofAsset: asset.id)
        if let placeholder = creation.placeholder { try transaction.setPlaceholder(placeholder, ofAsset: asset.id) }
        return asset
    }

    private func join(_ creation: AssetCreation, to partner: AssetPairing.Partner) throws -> AssetRecord {
        try transaction.insert(creation.resource(as: partner.typeOfNewcomer), intoAsset: partner.assetID)
        if let resource = partner.resourceID, let type = partner.typeOfResource {
            try transaction.setType(type, ofResource: resource)
        }
        if partner.newcomerIsThePicture {
            var metadata = creation.facts.metadata
            metadata.keepWhatTheUserSaid(
                try transaction.reader.metadata(ofAsset: partner.assetID) ?? MetadataRecord(),
                of: try transaction.reader.assets(withIdentifiers: [partner.assetID])[partner.assetID])
            try transaction.setMetadata(metadata, ofAsset: partner.assetID)
            if let placeholder = creation.placeholder {
                try transaction.setPlaceholder(placeholder, ofAsset: partner.assetID)
            }
        }
        return try transaction.update(asset: partner.assetID) { asset in
            let before = asset
            if partner.newcomerIsThePicture {
                creation.facts.describe(&asset)
                try replaceOriginals(with: asset, editedAs: before)
                asset.keepWhatTheUserSaid(before)
            }
            if partner.kind == .livePhoto || before.playbackStyle == .livePhoto {
                asset.becomeLivePhoto()
            }
            asset.isRAW = before.isRAW || creation.facts.probe.isRAW
            asset.damage = before.damage ?? creation.facts.probe.damage
            asset.modificationDate = transaction.date
            noteBurst(of: before)
            if asset.burstIdentifier != before.burstIdentifier {
                asset.representsBurst = false
                asset.burstSelectionTypes = []
                asset.userEdits.remove(.keyPhoto)
            }
        }
    }

    private func remember(
        _ creation: AssetCreation, _ outcome: ImportedFileRecord.Outcome, assetID: Int64
    ) throws {
        guard let source = creation.source else { return }
        try transaction.record(source.record(outcome, sha256: creation.blob.digest.data, assetID: assetID))
    }
}
