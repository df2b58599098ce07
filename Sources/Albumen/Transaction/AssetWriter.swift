import BlobStore
import Catalog
import Foundation
import MediaWork

/// Applies operations while the write lock is held, each checked against the catalog as it is then.
final class AssetWriter {
    private let transaction: CatalogTransaction
    private let library: Library
    private let access: Access
    private let relink: (StagedBlob) throws -> Void
    private var touchedBursts: Set<String> = []

    init(
        transaction: CatalogTransaction, library: Library, access: Access, relink: @escaping (StagedBlob) throws -> Void
    ) {
        self.transaction = transaction
        self.library = library
        self.access = access
        self.relink = relink
    }

    func apply(_ operation: Transaction.Operation) throws -> Transaction.Outcome {
        switch operation {
        case .create(let creation):
            return try create(creation)
        case .setHidden(let isHidden, let uuid):
            try change(uuid) { $0.isHidden = isHidden }
        case .trash(let uuid):
            try change(uuid) { $0.trashedDate = $0.trashedDate ?? self.transaction.date }
        case .restore(let uuid):
            try change(uuid) { $0.trashedDate = nil }
        case .notePicture(let digest, let placeholder, let damage):
            try notePicture(digest, placeholder, damage)
        case .noteDuplicate(let source, let digest):
            return try noteDuplicate(source, digest)
        case .remember(let file):
            try transaction.record(file)
        }
        return .done
    }

    /// One member of each touched burst stands for it: the first that was taken, of those not deleted.
    func pickBurstRepresentatives() throws {
        for burst in touchedBursts.sorted() {
            let representative = try transaction.reader.firstAsset(ofBurst: burst)
            let others = try transaction.reader.representatives(ofBurst: burst).filter { $0 != representative }
            for asset in others { try setRepresentsBurst(false, asset) }
            if let representative { try setRepresentsBurst(true, representative) }
        }
    }

    private func setRepresentsBurst(_ isRepresentative: Bool, _ identifier: Int64) throws {
        try transaction.update(asset: identifier) { asset in
            asset.representsBurst = isRepresentative
            asset.burstSelectionTypes &= ~BurstSelection.autoPick
            if isRepresentative { asset.burstSelectionTypes |= BurstSelection.autoPick }
        }
    }

    // MARK: Changes of an asset

    private func change(_ uuid: String, _ change: (inout AssetRecord) -> Void) throws {
        guard let asset = try transaction.reader.asset(uuid: uuid), try isVisible(asset) else {
            throw LibraryError(
                .notFound,
                "There is no asset \(LocalIdentifier.string(uuid: uuid, kind: .asset)) in the library. List it again.")
        }
        let changed = try transaction.update(asset: asset.id) { row in
            change(&row)
            if row != asset { row.modificationDate = transaction.date }
        }
        if changed.trashedDate != asset.trashedDate { noteBurst(of: changed) }
    }

    private func notePicture(_ digest: BlobDigest, _ placeholder: Data?, _ damage: String?) throws {
        for resource in try transaction.reader.resources(sha256: digest.data) where resource.showsItsAsset {
            if let placeholder { try transaction.setPlaceholder(placeholder, ofAsset: resource.assetID) }
            if let damage {
                try transaction.update(asset: resource.assetID) { $0.damage = $0.damage ?? damage }
            }
        }
    }

    private func isVisible(_ asset: AssetRecord) throws -> Bool {
        switch access {
        case .full: true
        case .limited(let client): try transaction.reader.isGranted(asset: asset.id, to: client)
        case .addOnly, .none: false
        }
    }

    private func noteBurst(of asset: AssetRecord) {
        if let burst = asset.burstIdentifier { touchedBursts.insert(burst) }
    }

    // MARK: Creation

    private func noteDuplicate(_ source: ImportSource, _ digest: BlobDigest) throws -> Transaction.Outcome {
        guard let known = try transaction.reader.resource(sha256: digest.data) else { return .vanished }
        try transaction.record(source.record(.duplicate, sha256: digest.data, assetID: known.assetID))
        return .duplicate(assetUUID: try uuid(ofAsset: known.assetID))
    }

    private func uuid(ofAsset identifier: Int64) throws -> String {
        guard let asset = try transaction.reader.assets(withIdentifiers: [identifier])[identifier] else {
            throw CatalogError(.notFound, "A resource of the catalog names an asset that is not there.")
        }
        return asset.uuid
    }

    private func create(_ creation: AssetCreation) throws -> Transaction.Outcome {
        let digest = creation.blob.digest.data
        // Who may not see the whole library must not learn from an answer what is in it, nor get at it by a part that fits.
        let seesAll = access == .full
        if seesAll, let known = try transaction.reader.resource(sha256: digest) {
            try remember(creation, .duplicate, assetID: known.assetID)
            return .duplicate(assetUUID: try uuid(ofAsset: known.assetID))
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
        return pairing == nil ? .created(assetUUID: asset.uuid) : .joined(assetUUID: asset.uuid)
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
            try transaction.setType(type.rawValue, ofResource: resource)
        }
        if partner.newcomerIsThePicture {
            try transaction.setMetadata(creation.facts.metadata, ofAsset: partner.assetID)
            if let placeholder = creation.placeholder {
                try transaction.setPlaceholder(placeholder, ofAsset: partner.assetID)
            }
        }
        return try transaction.update(asset: partner.assetID) { asset in
            let before = asset
            if partner.newcomerIsThePicture { creation.facts.describe(&asset) }
            if partner.kind == .livePhoto || before.playbackStyle == PlaybackStyle.livePhoto.rawValue {
                asset.mediaSubtypes |= MediaProbe.Subtypes.photoLive.rawValue
                asset.playbackStyle = PlaybackStyle.livePhoto.rawValue
            }
            asset.isRAW = before.isRAW || creation.facts.probe.isRAW
            asset.damage = before.damage ?? creation.facts.probe.damage
            asset.modificationDate = transaction.date
            noteBurst(of: before)
            if asset.burstIdentifier != before.burstIdentifier {
                asset.representsBurst = false
                asset.burstSelectionTypes = 0
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
