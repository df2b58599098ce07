import Catalog
import Foundation
import Records

extension AssetWriter {
    /// Applies a change to an asset that isn't in Recently Deleted.
    ///
    /// - Returns: The change's reversal, if the transaction's settings keep reversals.
    func apply(_ change: AssetChange, to uuid: String) throws -> Transaction.Outcome {
        try apply(change, to: findPresent(uuid))
    }

    /// Applies an adjustment of an asset's current values, and then a change.
    ///
    /// - Returns: The reversal, if the transaction's settings keep reversals.
    /// - Throws: `LibraryError.Code.invalidValue` if a computed value is invalid, such as a date after the year 9999.
    func apply(
        _ adjustment: AssetAdjustment, _ change: AssetChange, to uuid: String
    ) throws -> Transaction.Outcome {
        let asset = try findPresent(uuid)
        let keywords = try transaction.reader.metadata(ofAsset: asset.id)?.keywords ?? []
        let adjusted = adjustment.change(of: asset, keywords: keywords).followed(by: change)
        try adjusted.validate()
        return try apply(adjusted, to: asset)
    }

    private func apply(_ change: AssetChange, to asset: AssetRecord) throws -> Transaction.Outcome {
        let uuid = asset.uuid
        guard !change.isAboutBursts || asset.burstIdentifier != nil else {
            throw LibraryError(
                .unsupportedChange, "\(LocalIdentifier.string(uuid: uuid, kind: .asset)) isn't a frame of a burst.")
        }
        if let choice = change.originalChoice {
            try chooseOfUnedited(choice, of: asset)
        }
        let isPair = try change.playsVideo != nil && isPair(requiringVideoOf: asset)
        try keepOriginals(of: asset, before: change)
        var metadata = try transaction.reader.metadata(ofAsset: asset.id) ?? MetadataRecord()
        let before = metadata
        change.apply(to: &metadata)
        if metadata != before { try transaction.setMetadata(metadata, ofAsset: asset.id) }
        let changed = try transaction.update(asset: asset.id) { row in
            change.apply(to: &row)
            if isPair { row.becomeLivePhoto() }
            if row != asset || metadata != before { row.modificationDate = transaction.date }
        }
        if change.isKeyPhoto == true, let burst = asset.burstIdentifier {
            try clearKeyPhoto(ofBurst: burst, except: asset.id)
        }
        if change.isAboutBursts || changed.isHidden != asset.isHidden { noteBurst(of: changed) }
        guard settings.keepsReversals else { return .done }
        return .changed(
            AssetReversal(
                assetUUID: uuid,
                change: .values(
                    AssetValueReversal(
                        before: AssetValues(asset, before), after: AssetValues(changed, metadata)))))
    }

    /// Restores the values or the edit that a change replaced, except for those that were changed since. Does nothing
    /// if the asset was purged.
    func revert(_ reversal: AssetReversal) throws -> Transaction.Outcome {
        guard let asset = try transaction.reader.asset(uuid: reversal.assetUUID), try isVisible(asset) else {
            return .reverted(isChanged: false)
        }
        let isChanged =
            switch reversal.change {
            case .values(let values): try revert(values, of: asset)
            case .edit(let edit): try revert(edit, of: asset)
            }
        return .reverted(isChanged: isChanged)
    }

    private func revert(_ reversal: AssetValueReversal, of found: AssetRecord) throws -> Bool {
        var asset = found
        // Other values are restored even if the original is gone.
        if let choice = reversal.restoredChoice(of: found), try canChoose(choice, of: found) {
            asset = try choose(choice, of: found, AssetFiles(try transaction.reader.resources(ofAsset: found.id)))
        }
        var metadata = try transaction.reader.metadata(ofAsset: asset.id) ?? MetadataRecord()
        let before = metadata
        var row = asset
        reversal.apply(to: &row, &metadata)
        guard row != asset || metadata != before else { return asset != found }
        if metadata != before { try transaction.setMetadata(metadata, ofAsset: asset.id) }
        if row.isVideoPlaybackOff != asset.isVideoPlaybackOff, try isPair(requiringVideoOf: asset) {
            row.becomeLivePhoto()
        }
        row.modificationDate = transaction.date
        let changed = try transaction.update(asset: asset.id) { $0 = row }
        try removeOriginals(of: changed, before: asset)
        if changed.isHidden != asset.isHidden { noteBurst(of: changed) }
        return true
    }

    /// Returns whether the current version of a Live Photo has a video, which isn't so if an edit made it a still photo.
    ///
    /// - Throws: `LibraryError.Code.unsupportedAsset` for an asset without a paired video.
    private func isPair(requiringVideoOf asset: AssetRecord) throws -> Bool {
        let files = AssetFiles(try transaction.reader.resources(ofAsset: asset.id))
        guard files[.pairedVideo] != nil else {
            throw LibraryError(
                .unsupportedAsset,
                "\(LocalIdentifier.string(uuid: asset.uuid, kind: .asset)) isn't a Live Photo, so it has no video to "
                    + "turn on or off.")
        }
        return files.shown(.current).count == 2
    }

    func trash(_ uuid: String) throws {
        try setTrashedDate(of: uuid) { $0 ?? self.transaction.date }
    }

    func restore(_ uuid: String) throws {
        try setTrashedDate(of: uuid) { _ in nil }
    }

    /// Deletes the rows of an asset in Recently Deleted. Its bytes are deleted after the commit.
    func purge(_ uuid: String) throws {
        let asset = try find(uuid)
        guard asset.trashedDate != nil else {
            throw LibraryError(
                .unsupportedChange,
                "\(LocalIdentifier.string(uuid: uuid, kind: .asset)) is not in Recently Deleted. Delete it first.")
        }
        purgedHashes += try transaction.purge(asset)
        noteBurst(of: asset)
    }

    private func setTrashedDate(of uuid: String, _ date: (Date?) -> Date?) throws {
        let asset = try find(uuid)
        let changed = try transaction.update(asset: asset.id) { row in
            row.trashedDate = date(row.trashedDate)
            if row != asset { row.modificationDate = transaction.date }
        }
        if changed.trashedDate != asset.trashedDate { noteBurst(of: changed) }
    }

    /// Returns the asset.
    ///
    /// - Throws: `LibraryError` if the asset doesn't exist or is in Recently Deleted.
    func findPresent(_ uuid: String) throws -> AssetRecord {
        let asset = try find(uuid)
        guard asset.trashedDate == nil else {
            throw LibraryError(
                .unsupportedChange,
                "\(LocalIdentifier.string(uuid: uuid, kind: .asset)) is in Recently Deleted. Restore it first.")
        }
        return asset
    }

    /// Returns the asset.
    ///
    /// - Throws: The same error for a missing asset and for an asset that the client can't see.
    private func find(_ uuid: String) throws -> AssetRecord {
        guard let asset = try transaction.reader.asset(uuid: uuid), try isVisible(asset) else {
            throw LibraryError.noAsset(uuid)
        }
        return asset
    }

    private func isVisible(_ asset: AssetRecord) throws -> Bool {
        if createdUUIDs.contains(asset.uuid) { return true }
        return switch access {
        case .full: true
        case .limited(let client): try transaction.reader.isGranted(asset: asset.id, to: client)
        case .chosen, .addOnly, .denied: false
        }
    }
}
