import BlobStore
import Catalog
import Foundation
import MediaRequests
import Records

/// Edits of assets. The originals stay as they are.
extension AssetWriter {
    /// Gives an asset an app's edit.
    ///
    /// - Returns: The reversal, if the transaction's settings keep reversals.
    /// - Throws: `LibraryError.Code.conflictingEdit` if the asset was edited or reverted since the edit's input.
    func edit(_ edit: AssetEdit, _ taken: TakenEdit, of uuid: String) throws -> Transaction.Outcome {
        let asset = try findPresent(uuid)
        let files = AssetFiles(try transaction.reader.resources(ofAsset: asset.id))
        try requireUnchanged(since: edit.base, files, of: asset)
        return try keepingEdit(of: asset, files) {
            guard let choice = edit.originalChoice, choice != asset.originalChoice else {
                return try attach(taken, to: asset, files, isContinuing: edit.isContinuing)
            }
            let chosen = try choose(choice, of: asset, files)
            let chosenFiles = AssetFiles(try transaction.reader.resources(ofAsset: asset.id))
            try attach(taken, to: chosen, chosenFiles, isContinuing: edit.isContinuing)
        }
    }

    /// Adds the files of an edit to an asset, and removes those of its earlier edit.
    ///
    /// If the earlier edit isn't continued, its rendering becomes the base of the new one. The older base and recipe
    /// are removed.
    func attach(
        _ edit: TakenEdit, to asset: AssetRecord, _ files: AssetFiles<ResourceRecord>, isContinuing: Bool
    ) throws {
        try edit.validate(for: files.originals)
        for (blob, resource) in zip(edit.blobs, edit.resources) { try ensureStored(blob, resource.originalFilename) }
        let original = try unadjustedValues(of: asset)
        try transaction.keep(original, ofAsset: asset.id)
        // The rendering below has the effect, so the new one has it, too.
        let isOnTop = files.isAdjusted && edit.bases.isEmpty
        let stacks = files.isAdjusted && !isContinuing && edit.bases.isEmpty
        for file in files.edit where file.type.baseOfNextEdit == nil || !stacks {
            // A continued edit keeps its base.
            guard !ResourceType.bases.contains(file.type) || stacks || !edit.bases.isEmpty else { continue }
            try remove(file)
        }
        if stacks {
            for file in files.edit {
                if let type = file.type.baseOfNextEdit { try transaction.setType(type, ofResource: file.id) }
            }
        }
        for resource in edit.resources { try transaction.insert(resource, intoAsset: asset.id) }
        try transaction.update(asset: asset.id) { row in
            original.apply(to: &row)
            edit.apply(
                to: &row, isOfLivePhoto: files[.pairedVideo] != nil, over: isOnTop ? asset.playbackVariation : .none)
            row.modificationDate = transaction.date
        }
        if edit.picture == nil {
            if let placeholder = original.placeholder {
                try transaction.setPlaceholder(placeholder, ofAsset: asset.id)
            }
        } else if let placeholder = edit.made?.placeholder {
            try transaction.setPlaceholder(placeholder, ofAsset: asset.id)
        } else {
            try transaction.removePlaceholder(ofAsset: asset.id)
        }
    }

    /// Removes the edit of an asset, and chooses its original. Does nothing if the asset isn't edited and has that
    /// original.
    ///
    /// - Parameters:
    ///   - base: The revision of the edit to remove, or `nil` to remove any edit.
    ///   - choice: The original to choose, or `nil` to keep the present one.
    /// - Returns: The reversal, if the asset changed and the transaction's settings keep reversals.
    /// - Throws: `LibraryError.Code.conflictingEdit` if the asset has another edit. `networkAccessRequired` or
    ///   `missingBytes` if an original isn't in the library's folder. `unsupportedChange` if there is no choice.
    func revertEdit(of uuid: String, _ base: EditRevision?, to choice: OriginalChoice?) throws -> Transaction.Outcome {
        let asset = try findPresent(uuid)
        let files = AssetFiles(try transaction.reader.resources(ofAsset: asset.id))
        if choice != nil { try requireChoice(of: asset, files) }
        let chooses = choice != nil && choice != asset.originalChoice
        guard files.isAdjusted || chooses else { return .done }
        try requireUnchanged(since: base, files, of: asset)
        return try keepingEdit(of: asset, files) {
            if files.isAdjusted { try removeEdit(of: asset, files) }
            if let choice { try choose(choice, of: asset, files) }
        }
    }

    func removeEdit(of asset: AssetRecord, _ files: AssetFiles<ResourceRecord>) throws {
        try requireBytes(of: files.originals, of: asset)
        let original = try unadjustedValues(of: asset)
        for file in files.edit { try remove(file) }
        try transaction.update(asset: asset.id) { row in
            original.apply(to: &row)
            row.hasAdjustments = false
            row.adjustmentFormatIdentifier = nil
            row.adjustmentTimestamp = nil
            row.playbackVariation = .none
            if files.shown(.unadjusted).count == 2 { row.becomeLivePhoto() }
            row.modificationDate = transaction.date
        }
        try transaction.removeUnadjustedValues(ofAsset: asset.id)
        try setPlaceholder(original.placeholder, ofAsset: asset.id)
    }

    /// Changes the values that come from an asset's original file. If the asset is edited, its row keeps the values of
    /// the rendering, and a revert restores the new ones.
    ///
    /// - Returns: The new row.
    func updateOriginal(
        _ identifier: Int64, _ change: (inout AssetRecord) throws -> Void
    ) throws -> AssetRecord {
        try transaction.update(asset: identifier) { row in
            guard let original = try transaction.reader.unadjustedValues(ofAsset: identifier) else {
                return try change(&row)
            }
            let rendered = UnadjustedValues(row, placeholder: nil)
            original.apply(to: &row)
            try change(&row)
            try transaction.keep(UnadjustedValues(row, placeholder: original.placeholder), ofAsset: identifier)
            rendered.apply(to: &row)
        }
    }

    /// Replaces the placeholder of an asset's original. If the asset is edited, a revert restores it.
    func setOriginalPlaceholder(_ placeholder: Data, ofAsset identifier: Int64) throws {
        guard var original = try transaction.reader.unadjustedValues(ofAsset: identifier) else {
            return try transaction.setPlaceholder(placeholder, ofAsset: identifier)
        }
        original.placeholder = placeholder
        try transaction.keep(original, ofAsset: identifier)
    }

    func setPlaceholder(_ placeholder: Data?, ofAsset identifier: Int64) throws {
        if let placeholder {
            try transaction.setPlaceholder(placeholder, ofAsset: identifier)
        } else {
            try transaction.removePlaceholder(ofAsset: identifier)
        }
    }

    func unadjustedValues(of asset: AssetRecord) throws -> UnadjustedValues {
        try transaction.reader.unadjustedValues(ofAsset: asset.id)
            ?? UnadjustedValues(
                asset, placeholder: try transaction.reader.placeholders(ofAssets: [asset.id])[asset.id])
    }

    func remove(_ file: ResourceRecord) throws {
        try transaction.delete(file)
        purgedHashes.append(file.sha256)
    }

    private func requireUnchanged(
        since base: EditRevision?, _ files: AssetFiles<ResourceRecord>, of asset: AssetRecord
    ) throws(LibraryError) {
        guard let base, base != EditRevision(of: files) else { return }
        throw LibraryError(
            .conflictingEdit,
            "\(LocalIdentifier.string(uuid: asset.uuid, kind: .asset)) was edited or reverted since this edit began. "
                + "Request its content editing input again.")
    }

    /// - Throws: `LibraryError.Code.networkAccessRequired` or `missingBytes` if a file is neither in the library's
    ///   folder nor verified in its place.
    func requireBytes(of files: [ResourceRecord], of asset: AssetRecord) throws {
        for file in files {
            let source = PictureSource(file, assetUUID: asset.uuid)
            guard try !library.originals.keeps(source.digest, byteCount: file.fileSize, transaction.reader) else {
                continue
            }
            // A file with another size is damaged, and no download helps.
            if case .here = try library.originals.location(of: source.digest) {
                throw LibraryError.missingBytes(of: source.filename)
            }
            throw library.originals.absence(of: source)
        }
    }
}

extension TakenEdit {
    /// Sets the values of an edited asset's row, which has those of the original.
    ///
    /// - Parameter base: The effect of the edit on which this one is based.
    fileprivate func apply(to row: inout AssetRecord, isOfLivePhoto: Bool, over base: PlaybackVariation) {
        row.hasAdjustments = true
        row.adjustmentFormatIdentifier = document.document.adjustment.formatIdentifier
        row.adjustmentTimestamp = document.document.timestamp
        let isLive = AssetFiles(renderings)[.fullSizePairedVideo] != nil
        let effect = playbackVariation == .none ? base : playbackVariation
        row.playbackVariation = isOfLivePhoto && (isLive || !effect.isLooping) ? effect : .none
        if isLive { row.becomeLivePhoto() }
        guard let picture else { return }
        row.pixelWidth = picture.probe.pixelWidth
        row.pixelHeight = picture.probe.pixelHeight
        row.damage = picture.probe.damage
        guard picture.probe.kind == .image else {
            row.duration = picture.probe.duration
            return
        }
        let isAnimated = picture.probe.frameCount > 1
        if !isLive { row.mediaSubtypes.remove(.photoLive) }
        if !isAnimated { row.mediaSubtypes.remove(.photoAnimation) }
        row.playbackStyle = isAnimated ? .imageAnimated : .image
        if isLive { row.becomeLivePhoto() }
    }
}

extension ResourceType {
    /// The types of another app's renderings that an edit is based on.
    static let bases: Set<ResourceType> = [.adjustmentBasePhoto, .adjustmentBaseVideo, .adjustmentBasePairedVideo]
}
