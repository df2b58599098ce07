import BlobStore
import Catalog
import Foundation
import MediaRequests
import Records

/// Bringing over the items of sources.
extension AssetWriter {
    /// Creates the asset of an item, or updates it with what the source or its files have new. An item that the library
    /// has under its bytes takes over that asset.
    func bringOver(_ arrival: SourceArrival) throws -> Transaction.Outcome {
        let source = try transaction.ensureSource(arrival.source)
        let known = try transaction.reader.assetSources(ofSource: source, identifiers: [arrival.identifier])
        if let known = known[arrival.identifier] { return try update(known, with: arrival) }
        guard let content = arrival.content else { return .vanished }
        let digest = content.creation.described.blob.digest
        let present = try transaction.reader.asset(
            withOriginal: digest, outsideSource: arrival.source.kind.joinsEqualFiles ? nil : source)
        let record = AssetSourceRecord(
            sourceID: source, identifier: arrival.identifier, assetID: present?.id ?? 0, facts: .nothing,
            files: SourceFileMarks([]))
        if let present { return try adopt(present, record, arrival, content) }
        return try create(record, arrival, content)
    }

    private func create(
        _ record: AssetSourceRecord, _ arrival: SourceArrival, _ content: SourceArrival.Content
    ) throws -> Transaction.Outcome {
        for file in content.creation.files { try ensureStored(file.blob, file.originalFilename) }
        if let file = content.creation.slowMotion { try ensureStored(file.blob, file.resource.originalFilename) }
        var creation = content.creation
        creation.sourceFacts = arrival.facts
        // Programs that kept an item's identifier find its asset.
        if let uuid = UUID(uuidString: arrival.identifier)?.uuidString,
            try !transaction.reader.hasEverUsed(assetUUID: uuid)
        {
            creation.uuid = uuid
        }
        var asset = try add(creation)
        if arrival.facts.usesRAW == true {
            let files = AssetFiles(try transaction.reader.resources(ofAsset: asset.id))
            if files.choosableOriginals != nil { asset = try choose(.raw, of: asset, files) }
        }
        noteBurst(of: asset)
        if asset.trashedDate == nil, let album = settings.importAlbum {
            try transaction.append(assets: [asset.id], toAlbum: collections.importAlbum(album))
        }
        try record.recorded(asset.id, arrival.facts, content.files, in: transaction)
        return .broughtOver(assetUUID: asset.uuid, .created)
    }

    private func adopt(
        _ asset: AssetRecord, _ record: AssetSourceRecord, _ arrival: SourceArrival, _ content: SourceArrival.Content
    ) throws -> Transaction.Outcome {
        if asset.trashedDate != nil, settings.restoresTrashed { try restore(asset.uuid) }
        // The source may have had it under another identity. A copy without an edit doesn't revert the other's.
        let former = try transaction.reader.assetSource(ofSource: record.sourceID, asset: asset.id)
        let formerFiles = content.creation.edit == nil ? nil : former?.files
        try takeFiles(of: content, to: asset.id, since: formerFiles ?? record.files)
        // Another source may have said what this one lacks.
        let isOthers = try former == nil && transaction.reader.hasSource(asset: asset.id)
        let facts = isOthers ? arrival.facts.withoutAbsences : arrival.facts
        try merge(facts, into: asset.id, since: former?.facts ?? .nothing)
        try record.recorded(asset.id, arrival.facts, content.files, in: transaction)
        let isTrashed = asset.trashedDate != nil && !settings.restoresTrashed
        return .broughtOver(assetUUID: asset.uuid, isTrashed ? .trashed : .adopted)
    }

    private func update(_ record: AssetSourceRecord, with arrival: SourceArrival) throws -> Transaction.Outcome {
        guard let asset = try transaction.reader.assets(withIdentifiers: [record.assetID])[record.assetID] else {
            return .vanished
        }
        let isRestored = asset.trashedDate != nil && settings.restoresTrashed && arrival.facts.trashedDate == nil
        if isRestored { try restore(asset.uuid) }
        var isChanged = isRestored
        if let content = arrival.content {
            isChanged = try takeFiles(of: content, to: asset.id, since: record.files) || isChanged
        }
        isChanged = try merge(arrival.facts, into: asset.id, since: record.facts) || isChanged
        let files = arrival.content.map { $0.marks(after: record.files) } ?? record.files
        if arrival.facts != record.facts || files != record.files {
            try record.recorded(asset.id, arrival.facts, files, in: transaction)
        }
        if asset.trashedDate != nil, !isRestored { return .broughtOver(assetUUID: asset.uuid, .trashed) }
        return .broughtOver(assetUUID: asset.uuid, isChanged ? .updated : .unchanged)
    }

    /// Sets the values of an asset that its sidecar has new.
    func take(_ arrival: SidecarArrival) throws -> Transaction.Outcome {
        let assets = try transaction.reader.assets(withIdentifiers: [arrival.assetID])
        guard let asset = assets[arrival.assetID] else { return .vanished }
        let source = try transaction.ensureSource(arrival.source)
        let known = try transaction.reader.assetSources(ofSource: source, identifiers: [arrival.identifier])
        let former = known[arrival.identifier].flatMap { $0.assetID == asset.id ? $0.facts : nil }
        let isChanged = try merge(
            arrival.facts, into: asset.id, since: former ?? .nothing, isNew: arrival.isNew && former == nil)
        try transaction.record(
            AssetSourceRecord(
                sourceID: source, identifier: arrival.identifier, assetID: asset.id, facts: arrival.facts,
                files: arrival.files))
        return .broughtOver(assetUUID: asset.uuid, isChanged ? .updated : .unchanged)
    }

    /// Sets the values that the source has new.
    ///
    /// - Parameter isNew: Whether the asset was just added, so that its values are those of its file.
    /// - Returns: Whether a value changed.
    @discardableResult
    private func merge(
        _ facts: SourceFacts, into identifier: Int64, since former: SourceFacts, isNew: Bool = false
    ) throws -> Bool {
        guard facts != former, let asset = try transaction.reader.assets(withIdentifiers: [identifier])[identifier]
        else { return false }
        try replaceOriginals(of: asset, with: facts, since: former)
        var metadata = try transaction.reader.metadata(ofAsset: identifier) ?? MetadataRecord()
        let before = metadata
        facts.merge(into: &metadata, of: asset.userEdits, since: former)
        if metadata != before { try transaction.setMetadata(metadata, ofAsset: identifier) }
        let files = AssetFiles(try transaction.reader.resources(ofAsset: identifier))
        let changed = try updateOriginal(identifier) { row in
            facts.merge(into: &row, since: former, isNew: isNew)
            if row.isVideoPlaybackOff != asset.isVideoPlaybackOff, files[.pairedVideo] != nil { row.becomeLivePhoto() }
            if row != asset || metadata != before { row.modificationDate = transaction.date }
        }
        if let usesRAW = facts.usesRAW, usesRAW != former.usesRAW, !files.isAdjusted, files.choosableOriginals != nil,
            asset.originalChoice == (former.usesRAW == true ? .raw : .compressed)
        {
            try choose(usesRAW ? .raw : .compressed, of: changed, files)
        }
        if changed.burstIdentifier != asset.burstIdentifier || changed.isHidden != asset.isHidden
            || facts.burst != former.burst
        {
            noteBurst(of: asset)
            noteBurst(of: changed)
        }
        return changed != asset || metadata != before
    }

    /// Replaces the stored original date and place of an asset that the user changed, so that restoring them gives what
    /// the source says.
    private func replaceOriginals(of asset: AssetRecord, with facts: SourceFacts, since former: SourceFacts) throws {
        guard !asset.replacedParts.isEmpty else { return }
        let values = try transaction.reader.originalValues(ofAssets: [asset.id])[asset.id] ?? OriginalValues()
        var description = asset
        values.date?.apply(to: &description)
        values.location?.apply(to: &description)
        description.userEdits = []
        facts.merge(into: &description, since: former, isNew: false)
        try replaceOriginals(with: description, editedAs: asset)
    }

    // MARK: Files

    /// Adds the files that the asset lacks: the other half of a Live Photo or of a RAW and JPEG, and the edit. Replaces
    /// the edit that came from the source before.
    ///
    /// - Returns: Whether the asset got or lost a file.
    @discardableResult
    private func takeFiles(
        of content: SourceArrival.Content, to identifier: Int64, since former: SourceFileMarks
    ) throws -> Bool {
        var isChanged = false
        for file in content.creation.files {
            // The bytes of a file that the library lost are restored.
            try ensureStored(file.blob, file.originalFilename)
            try transaction.makeUploadDue(ofBytes: file.blob.digest)
            isChanged = try take(file, into: identifier) || isChanged
        }
        if let file = content.creation.slowMotion,
            AssetFiles(try transaction.reader.resources(ofAsset: identifier)).slowMotionAdjustment == nil
        {
            try ensureStored(file.blob, file.resource.originalFilename)
            try transaction.insert(file.resource, intoAsset: identifier)
            isChanged = true
        }
        if content.keepsEdit { return isChanged }
        return try takeEdit(content.creation.edit, into: identifier, since: former) || isChanged
    }

    /// Adds an original whose role is free in the asset.
    private func take(_ file: TakenFile, into identifier: Int64) throws -> Bool {
        let resources = try transaction.reader.resources(ofAsset: identifier)
        let isFree = !resources.contains { $0.type == file.type || $0.sha256 == file.blob.digest }
        guard isFree, [.pairedVideo, .alternatePhoto].contains(file.type), AssetFiles(resources)[.photo] != nil else {
            return false
        }
        // The photo may have changed since, so that the asset has another one.
        if let container = file.blob.container?.place.container, !resources.contains(where: { $0.sha256 == container })
        {
            return false
        }
        try transaction.insert(file.resource(), intoAsset: identifier)
        _ = try updateOriginal(identifier) { row in
            if file.type == .pairedVideo { row.becomeLivePhoto() }
            row.isRAW = row.isRAW || file.probe.isRAW
            row.modificationDate = transaction.date
        }
        return true
    }

    private func takeEdit(_ edit: TakenEdit?, into identifier: Int64, since former: SourceFileMarks) throws -> Bool {
        guard var asset = try transaction.reader.assets(withIdentifiers: [identifier])[identifier] else { return false }
        var files = AssetFiles(try transaction.reader.resources(ofAsset: identifier))
        let present = Set(files.edit.filter { $0.type != .adjustmentData }.map(\.sha256))
        let arriving = Set(((edit?.renderings ?? []) + (edit?.bases ?? [])).map(\.blob.digest))
        guard present != arriving else { return false }
        // Another edit is the user's own, and no edit means that the user reverted it.
        guard present.isSubset(of: former.editDigests), !present.isEmpty || former.editDigests.isEmpty else {
            return false
        }
        if files.isAdjusted {
            try removeEdit(of: asset, files)
            asset = try transaction.reader.assets(withIdentifiers: [identifier])[identifier] ?? asset
            files = AssetFiles(try transaction.reader.resources(ofAsset: identifier))
        }
        if let edit { try attachArrived(edit, to: asset, files) }
        return true
    }
}

extension SourceArrival.Content {
    /// Returns the files to remember: also those of a kept edit, so that a later edit of the source replaces it.
    fileprivate func marks(after former: SourceFileMarks) -> SourceFileMarks {
        guard keepsEdit else { return files }
        return SourceFileMarks(files.files + former.files.filter { ResourceType.edits.contains($0.type) })
    }
}

extension AssetSourceRecord {
    fileprivate func recorded(
        _ assetID: Int64, _ facts: SourceFacts, _ files: SourceFileMarks, in transaction: CatalogTransaction
    ) throws {
        var record = self
        record.assetID = assetID
        record.facts = facts
        record.files = files
        try transaction.record(record)
    }
}
