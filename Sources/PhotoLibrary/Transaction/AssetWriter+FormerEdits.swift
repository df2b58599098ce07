import Catalog
import Foundation
import Records

/// Keeps edits that a change replaces or reverts, and brings them back.
extension AssetWriter {
    /// How long an edit that was replaced or reverted stays in the library, in seconds.
    static let formerEditAgeInSeconds: TimeInterval = 86_400

    /// Changes the edit of an asset. If the transaction's settings keep reversals, keeps the present edit before.
    func keepingEdit(
        of asset: AssetRecord, _ files: AssetFiles<ResourceRecord>, while change: () throws -> Void
    ) throws -> Transaction.Outcome {
        purgedHashes += try transaction.removeFormerEdits(
            before: transaction.date.addingTimeInterval(-Self.formerEditAgeInSeconds), asset: asset.id)
        guard settings.keepsReversals else {
            try change()
            return .done
        }
        var former: Int64?
        if files.isAdjusted {
            let placeholder = try transaction.reader.placeholders(ofAssets: [asset.id])[asset.id]
            former = try transaction.keep(
                FormerEdit(of: asset, placeholder: placeholder, removedDate: transaction.date), files: files.edit)
        }
        try change()
        let after = EditRevision(of: AssetFiles(try transaction.reader.resources(ofAsset: asset.id)))
        return .changed(
            AssetReversal(
                assetUUID: asset.uuid,
                change: .edit(
                    EditReversal(originalChoice: asset.originalChoice, former: former, after: after))))
    }

    /// Gives an asset the edit that a change replaced or reverted, or removes the edit that the change added. Chooses
    /// the original again that the asset had before the change.
    ///
    /// - Returns: Whether the asset changed. It doesn't if it's in Recently Deleted, has another edit by now, or the
    ///   former edit is no longer kept.
    /// - Throws: `LibraryError.Code.networkAccessRequired` or `missingBytes` if the edit is removed and an original isn't
    ///   in the library's folder.
    func revert(_ reversal: EditReversal, of found: AssetRecord) throws -> Bool {
        var asset = found
        let files = AssetFiles(try transaction.reader.resources(ofAsset: asset.id))
        guard asset.trashedDate == nil, EditRevision(of: files) == reversal.after else { return false }
        guard let identifier = reversal.former else {
            let chooses = asset.originalChoice != reversal.originalChoice
            guard files.isAdjusted || chooses else { return false }
            if files.isAdjusted { try removeEdit(of: asset, files) }
            if chooses { try choose(reversal.originalChoice, of: asset, files) }
            return true
        }
        guard let former = try transaction.reader.formerEdit(identifier), former.assetID == asset.id else {
            return false
        }
        if asset.originalChoice != reversal.originalChoice {
            asset = try choose(reversal.originalChoice, of: asset, files)
        }
        let original = try unadjustedValues(of: asset)
        try transaction.keep(original, ofAsset: asset.id)
        let formerFiles = try transaction.reader.files(ofFormerEdit: identifier)
        for file in files.edit { try remove(file) }
        for file in formerFiles { try transaction.insert(file, intoAsset: asset.id) }
        try transaction.removeFormerEdit(identifier)
        try transaction.update(asset: asset.id) { row in
            former.values.apply(to: &row)
            row.hasAdjustments = true
            row.adjustmentFormatIdentifier = former.adjustmentFormatIdentifier
            row.adjustmentTimestamp = former.adjustmentTimestamp
            row.playbackVariation = former.playbackVariation
            if formerFiles.contains(where: { $0.type == .fullSizePairedVideo }) { row.becomeLivePhoto() }
            row.modificationDate = transaction.date
        }
        try setPlaceholder(former.values.placeholder, ofAsset: asset.id)
        return true
    }
}

extension Library {
    /// Removes edits that were replaced or reverted more than a day ago, and their bytes.
    package func removeFormerEdits() throws {
        let date = now().addingTimeInterval(-AssetWriter.formerEditAgeInSeconds)
        reclaim(try catalog.maintain { try $0.removeFormerEdits(before: date) })
        try finishRemovals()
    }
}
