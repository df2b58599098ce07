import BlobStore
import Catalog
import Foundation
import MediaRequests
import Records

/// Applies operations while the write lock is held. Checks each operation against the catalog's state at that time.
final class AssetWriter {
    let transaction: CatalogTransaction
    let access: Access
    /// The hashes of files whose rows were deleted. Other rows may refer to the same bytes.
    var purgedHashes: [BlobDigest] = []
    let library: Library
    let settings: Transaction.Settings
    /// The files of new assets and of edits.
    private var files: TransactionFiles
    /// The UUIDs of the assets that this transaction has created. A client that may only add can edit them.
    private(set) var createdUUIDs: Set<String> = []
    private let creator: String?
    private let intake: (any BlobIntake)?
    let collections: CollectionWriter
    /// The bursts whose frames changed, so that `pickBurstRepresentatives()` looks at them.
    var touchedBursts: Set<String> = []

    /// - Parameter intake: The intake that holds the staged copies of the files of all creations.
    init(
        transaction: CatalogTransaction, view: LibraryView, settings: Transaction.Settings,
        files: TransactionFiles, intake: (any BlobIntake)?
    ) {
        self.transaction = transaction
        self.library = view.library
        self.access = view.access
        self.settings = settings
        self.files = files
        creator = view.principal.client == nil ? nil : view.principal.author
        self.intake = intake
        let library = view.library
        self.collections = CollectionWriter(
            transaction: transaction, principal: view.principal, makeUUID: { library.makeUUID().uuidString })
    }

    func apply(_ operation: Transaction.Operation) throws -> Transaction.Outcome {
        switch operation {
        case .create(let creation): return try create(creation)
        case .bringOver(let arrival): return try bringOver(arrival)
        case .takeSidecar(let arrival): return try take(arrival)
        case .bringOverCollection(let arrival): return try collections.bringOver(arrival)
        case .createAsset(let draft):
            guard let creation = files.creations[draft.uuid] else {
                throw LibraryError(.missingBytes, "The files of a new asset were not taken in. Create it again.")
            }
            return try create(creation)
        case .addAdjustment(let file): return try add(file)
        case .joinEdit(let arrival): return try join(arrival)
        case .change(let change, let uuid): return try apply(change, to: uuid)
        case .adjust(let adjustment, let change, let uuid): return try apply(adjustment, change, to: uuid)
        case .revert(let reversal): return try revert(reversal)
        case .restoreOriginals(let parts, let read, let uuid): try restoreOriginals(parts, read, of: uuid)
        case .edit(let new, let uuid): return try edit(new, try files.takeEdit(ofAsset: uuid), of: uuid)
        case .revertEdit(let uuid, let base, let choice): return try revertEdit(of: uuid, base, to: choice)
        case .trash(let uuid): try trash(uuid)
        case .restore(let uuid): try restore(uuid)
        case .purge(let uuid): try purge(uuid)
        case .createCollection(let new): try collections.create(new)
        case .rename(let title, let uuid): try collections.rename(uuid, to: title)
        case .describe(let text, let uuid): try collections.describe(uuid, as: text)
        case .setCover(let asset, let album): try collections.setCover(asset, ofAlbum: album)
        case .deleteCollection(let uuid):
            let reversal = try collections.delete(uuid, keepsReversal: settings.keepsReversals)
            if let reversal { return .deleted(reversal) }
        case .deleteImport(let album): try collections.deleteImport(album)
        case .restoreCollection(let reversal):
            return .reverted(isChanged: try collections.restore(reversal))
        case .editMembers(let edit, let uuid): try collections.editMembers(edit, ofAlbum: uuid)
        case .editChildren(let edit, let uuid): try collections.editChildren(edit, ofFolder: uuid)
        case .notePicture(let digest, let placeholder, let damage): try notePicture(digest, placeholder, damage)
        case .noteMetadata(let metadata, let hash, let uuid): try noteMetadata(metadata, ofFile: hash, of: uuid)
        case .takeZone(let uuid): try takeZone(uuid)
        case .addMotionVideo(let video, let uuid): try add(motionVideo: video, to: uuid)
        case .noteUploads(let digests): try transaction.noteUploads(ofBlobs: digests)
        case .forgetUploads: try transaction.forgetUploads()
        case .noteDuplicate(let source, let digest): return try noteDuplicate(source, digest)
        case .remember(let file): try transaction.record(file)
        case .refuse(let error): throw error
        }
        return .done
    }

    // MARK: Notes

    private func notePicture(_ digest: BlobDigest, _ placeholder: Data?, _ damage: String?) throws {
        for identifier in try transaction.reader.assets(showing: digest, .current) {
            if let placeholder { try transaction.setPlaceholder(placeholder, ofAsset: identifier) }
            if let damage { try transaction.noteDamage(damage, ofAsset: identifier) }
        }
    }

    /// Does nothing if the asset was purged, or if another file describes it by now.
    private func noteMetadata(_ file: MetadataRecord, ofFile hash: BlobDigest, of uuid: String) throws {
        guard let asset = try transaction.reader.asset(uuid: uuid),
            AssetFiles(try transaction.reader.resources(ofAsset: asset.id)).describingFile?.sha256 == hash
        else { return }
        var metadata = try transaction.reader.metadata(ofAsset: asset.id) ?? MetadataRecord()
        guard metadata.metadataVersion < file.metadataVersion else { return }
        metadata.fillNewValues(from: file)
        try transaction.noteMetadata(metadata, ofAsset: asset.id)
    }

    private func takeZone(_ uuid: String) throws {
        guard let asset = try transaction.reader.asset(uuid: uuid) else { return }
        try transaction.update(asset: asset.id) { $0.takeZoneOfPlace(in: library) }
    }

    private func add(motionVideo video: TakenFile, to uuid: String) throws {
        guard let asset = try transaction.reader.asset(uuid: uuid) else { return }
        let files = AssetFiles(try transaction.reader.resources(ofAsset: asset.id))
        guard files[.pairedVideo] == nil, let photo = files[.photo],
            photo.sha256 == video.blob.container?.place.container
        else { return }
        try ensureStored(video.blob, video.originalFilename)
        try transaction.insert(video.resource(), intoAsset: asset.id)
        _ = try updateOriginal(asset.id) { row in
            row.becomeLivePhoto()
            row.modificationDate = transaction.date
        }
    }

    // MARK: Creation

    private func noteDuplicate(_ source: ImportSource, _ digest: BlobDigest) throws -> Transaction.Outcome {
        guard let known = try transaction.reader.assetOfResource(sha256: digest) else { return .vanished }
        try transaction.record(source.record(.duplicate, sha256: digest, assetID: known.id))
        return try meet(known)
    }

    /// Returns the outcome for bytes that belong to an asset of the library. Restores the asset if the settings say so.
    private func meet(_ known: AssetRecord) throws -> Transaction.Outcome {
        let outcome = settings.outcome(forBytesOf: known)
        if case .restored(let uuid) = outcome { try restore(uuid) }
        return outcome
    }

    private func create(_ creation: AssetCreation) throws -> Transaction.Outcome {
        let digest = creation.described.blob.digest
        // An outcome must not reveal to a client with limited access which files the library has. Nor may such a client
        // reach an asset by adding a file that belongs to it.
        let joinsKnown = creation.uuid == nil && access == .full
        if joinsKnown, let known = try transaction.reader.assetOfResource(sha256: digest) {
            try remember(creation, .duplicate, assetID: known.id)
            try transaction.makeUploadDue(ofBytes: digest)
            return try meet(known)
        }
        for file in creation.files { try ensureStored(file.blob, file.originalFilename) }
        if let file = creation.slowMotion { try ensureStored(file.blob, file.resource.originalFilename) }
        let partner = joinsKnown ? try AssetPairing(transaction: transaction).partner(for: creation) : nil
        let asset = try partner.map { try join(creation, to: $0) } ?? add(creation)
        noteBurst(of: asset)
        try remember(creation, .imported, assetID: asset.id)
        if case .limited(let client) = access { try transaction.grant(asset: asset.id, to: client) }
        if partner == nil, let album = settings.importAlbum {
            try transaction.append(assets: [asset.id], toAlbum: collections.importAlbum(album))
        }
        return partner == nil ? .created(assetUUID: asset.uuid) : .joined(assetUUID: asset.uuid)
    }

    /// Restores the bytes of a file that a purge removed since they were stored.
    func ensureStored(_ blob: StagedBlob, _ name: String) throws {
        if let container = blob.container {
            // The container is ensured as a file of the same asset. It has to be here, because the place of the library
            // doesn't have the part yet.
            guard try library.blobs.size(of: container.place.container) == container.size else {
                throw LibraryError(.missingBytes, "The bytes of \(name) are not in the library. Add the file again.")
            }
            return
        }
        if try !isStored(blob) { _ = try intake?.restore(blob) }
        guard try isStored(blob) else {
            throw LibraryError(.missingBytes, "The bytes of \(name) are not in the library. Add the file again.")
        }
    }

    private func isStored(_ blob: StagedBlob) throws -> Bool {
        try library.originals.keeps(blob.digest, byteCount: blob.size, transaction.reader)
    }

    func add(_ creation: AssetCreation) throws -> AssetRecord {
        let uuid = try creation.uuid ?? claimedUUID(creation) ?? library.makeUUID().uuidString
        var asset = creation.facts.makeAsset(uuid: uuid, addedDate: transaction.date)
        asset.isRAW = creation.files.contains(where: \.probe.isRAW)
        asset.creator = creator
        if AssetFiles(creation.files)[.pairedVideo] != nil { asset.becomeLivePhoto() }
        var metadata = creation.facts.metadata
        if let facts = creation.sourceFacts {
            // A source may have taken the time zone from the same place.
            asset.takeZoneOfPlace(in: library)
            facts.merge(into: &asset, since: .nothing, isNew: true)
            facts.merge(into: &metadata, of: asset.userEdits, since: .nothing)
            if asset.isVideoPlaybackOff { asset.becomeLivePhoto() }
        }
        asset.takeZoneOfPlace(in: library)
        let described = asset
        let change = creation.adjustment.change(of: asset, keywords: metadata.keywords).followed(by: creation.change)
        try change.validate()
        change.apply(to: &asset)
        if change.playsVideo != nil { asset.becomeLivePhoto() }
        asset.id = try transaction.insert(asset)
        try keepOriginals(of: described, id: asset.id, before: change)
        for file in creation.files { try transaction.insert(file.resource(), intoAsset: asset.id) }
        if let file = creation.slowMotion { try transaction.insert(file.resource, intoAsset: asset.id) }
        change.apply(to: &metadata)
        try transaction.setMetadata(metadata, ofAsset: asset.id)
        if let placeholder = creation.placeholder { try transaction.setPlaceholder(placeholder, ofAsset: asset.id) }
        createdUUIDs.insert(uuid)
        if let choice = creation.change.originalChoice {
            asset = try choose(choice, of: asset, AssetFiles(try transaction.reader.resources(ofAsset: asset.id)))
        }
        if let edit = creation.edit {
            let files = AssetFiles(try transaction.reader.resources(ofAsset: asset.id))
            if creation.change.originalChoice == nil {
                try attachArrived(edit, to: asset, files)
            } else {
                try attach(edit, to: asset, files, isContinuing: false)
            }
        }
        return asset
    }

    private func claimedUUID(_ creation: AssetCreation) throws -> String? {
        guard let claim = creation.identifierClaim, claim.original == creation.described.blob.digest,
            try !transaction.reader.hasEverUsed(assetUUID: claim.uuid)
        else { return nil }
        return claim.uuid
    }

    private func join(_ creation: AssetCreation, to partner: AssetPairing.Partner) throws -> AssetRecord {
        try transaction.insert(creation.described.resource(as: partner.typeOfNewcomer), intoAsset: partner.assetID)
        let motionVideo = partner.kind == .rawAndProcessed ? AssetFiles(creation.files)[.pairedVideo] : nil
        if let motionVideo { try transaction.insert(motionVideo.resource(), intoAsset: partner.assetID) }
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
                try setOriginalPlaceholder(placeholder, ofAsset: partner.assetID)
            }
        }
        return try updateOriginal(partner.assetID) { asset in
            let before = asset
            if partner.newcomerIsThePicture {
                creation.facts.describe(&asset)
                asset.takeZoneOfPlace(in: library)
                try replaceOriginals(with: asset, editedAs: before)
                asset.keepWhatTheUserSaid(before)
            }
            if partner.kind == .livePhoto || motionVideo != nil || before.isLivePhoto {
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
        try transaction.record(source.record(outcome, sha256: creation.described.blob.digest, assetID: assetID))
    }
}
