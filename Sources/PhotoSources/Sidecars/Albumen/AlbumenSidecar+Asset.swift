package import Records

extension AlbumenSidecar {
    /// The facts of an asset that standard properties don't have.
    ///
    /// All values that the asset doesn't have are listed as removed. That the file doesn't have them either does no harm,
    /// because the list only counts for the same bytes.
    ///
    /// - Parameter original: The digest of the exported file beside the sidecar, or `nil` for a conversion.
    package init(_ asset: AssetRecord, _ metadata: MetadataRecord, original: BlobDigest?) {
        self.original = original
        identifier = LocalIdentifier.string(uuid: asset.uuid, kind: .asset)
        isFavorite = asset.isFavorite
        isHidden = asset.isHidden
        addedDate = asset.addedDate
        if let creationDate = asset.creationDate {
            date = creationDate
            timeZone = asset.utcOffset.map { .offset($0) } ?? .unknown
        }
        dateSource = asset.dateSource
        isPlaceRemoved = asset.latitude == nil || asset.longitude == nil
        if let identifier = asset.burstIdentifier {
            burstIdentifier = identifier
            if asset.userEdits.contains(.keyPhoto) { burstPick.insert(.key) }
            if asset.burstSelectionTypes.contains(.autoPick) { burstPick.insert(.auto) }
            if asset.burstSelectionTypes.contains(.userPick) { burstPick.insert(.user) }
        }
        if asset.originalChoice == .raw { originalChoice = .raw }
        if asset.isVideoPlaybackOff { playsVideo = false }
        if metadata.title == nil { cleared.insert(.title) }
        if metadata.caption == nil { cleared.insert(.caption) }
        if metadata.keywords.isEmpty { cleared.insert(.keywords) }
        if metadata.rating == nil { cleared.insert(.rating) }
        if asset.creationDate == nil { cleared.insert(.date) }
    }
}
