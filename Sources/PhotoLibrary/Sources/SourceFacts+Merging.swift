import Foundation
package import Records

/// Setting an asset's values to what a source says.
extension SourceFacts {
    /// The source of a date that another program's library or export gives.
    package static let dateSource = "source"

    /// What a source that wasn't read yet has said.
    package static let nothing = SourceFacts()

    /// Sets the values of an asset that the source decides.
    ///
    /// What the user decided in Albumen stays. So does what the source said in the import before: if the asset has
    /// another value by now, the user changed it here.
    ///
    /// - Parameter former: What the source said before; `nothing` for an asset that wasn't brought over yet.
    package func merge(into asset: inout AssetRecord, since former: SourceFacts, isNew: Bool) {
        if capture != former.capture, !asset.userEdits.contains(.date) { setDate(of: &asset) }
        if place != former.place, !asset.userEdits.contains(.location) { setPlace(of: &asset) }
        asset.isFavorite = Self.merged(asset.isFavorite, isFavorite, since: former.isFavorite, isNew: isNew)
        asset.isHidden = Self.merged(asset.isHidden, isHidden, since: former.isHidden, isNew: isNew)
        asset.isVideoPlaybackOff = !Self.merged(
            !asset.isVideoPlaybackOff, playsVideo, since: former.playsVideo, isNew: isNew, default: true)
        asset.mediaSubtypes.formUnion(MediaSubtypes(rawValue: subtypes))
        asset.isSelfPortrait = asset.isSelfPortrait || isSelfPortrait
        if burst != former.burst { setBurst(of: &asset, since: former, isNew: isNew) }
        guard isNew else { return }
        if let addedDate { asset.addedDate = addedDate }
        if let trashedDate { asset.trashedDate = trashedDate }
    }

    package func merge(into metadata: inout MetadataRecord, of edits: UserEdits, since former: SourceFacts) {
        if title != former.title { title.set(&metadata.title) }
        if caption != former.caption, !edits.contains(.caption) { caption.set(&metadata.caption) }
        if rating != former.rating, !edits.contains(.rating) { rating.set(&metadata.rating) }
        if keywords != former.keywords, !edits.contains(.keywords) {
            var values: [String]? = metadata.keywords
            keywords.set(&values)
            metadata.keywords = values ?? []
        }
    }

    /// Returns the new value of a property that has no mark of the user's decision. An asset that the library had before
    /// keeps a value that differs from the default, because the user set it.
    private static func merged(
        _ present: Bool, _ value: Bool?, since former: Bool?, isNew: Bool, default standard: Bool = false
    ) -> Bool {
        guard let value, value != former else { return present }
        if let former { return present == former ? value : present }
        return isNew || present == standard ? value : present
    }

    // MARK: Parts

    private func setDate(of asset: inout AssetRecord) {
        guard case .known(let capture) = capture else {
            if case .none = capture {
                asset.creationDate = nil
                asset.dateSource = AssetChange.userSource
            }
            return
        }
        // The file's own source says more, such as EXIF.
        if let fileMoment = asset.moment(of: capture.date, utcOffset: capture.utcOffset), !capture.isChosen,
            capture.utcOffset == nil || capture.utcOffset == asset.utcOffset
        {
            // Sources have fractions of a second that files lack, and round those of files.
            if asset.creationDate.map({ abs($0.timeIntervalSince(fileMoment)) >= 0.001 }) ?? true {
                asset.creationDate = fileMoment
            }
            return
        }
        asset.creationDate = capture.date
        asset.utcOffset = capture.utcOffset
        asset.utcOffsetSource = nil
        asset.dateSource = capture.isChosen ? AssetChange.userSource : Self.dateSource
    }

    private func setPlace(of asset: inout AssetRecord) {
        switch place {
        case .unknown: return
        case .none:
            OriginalLocation(latitude: nil, longitude: nil, altitude: nil, horizontalAccuracy: nil)
                .apply(to: &asset)
        case .known(let place):
            // Many programs keep no altitude, and the file's is that of the same place.
            let isFilePlace =
                asset.latitude.map { abs($0 - place.latitude) < 1e-5 } == true
                && asset.longitude.map { abs($0 - place.longitude) < 1e-5 } == true
            OriginalLocation(
                latitude: place.latitude, longitude: place.longitude,
                altitude: place.altitude ?? (isFilePlace ? asset.altitude : nil),
                horizontalAccuracy: place.horizontalAccuracy ?? (isFilePlace ? asset.horizontalAccuracy : nil)
            ).apply(to: &asset)
        }
    }

    private func setBurst(of asset: inout AssetRecord, since former: SourceFacts, isNew: Bool) {
        let before = former.burst.value
        switch burst {
        case .unknown: return
        case .none:
            // The user can't leave a burst here, so the asset's is that of its file or of the source.
            asset.burstIdentifier = nil
            asset.representsBurst = false
            asset.burstSelectionTypes = []
            asset.userEdits.remove(.keyPhoto)
        case .known(let burst):
            asset.burstIdentifier = burst.identifier
            if burst.isUserPick != before?.isUserPick {
                if burst.isUserPick {
                    asset.burstSelectionTypes.insert(.userPick)
                } else if before != nil {
                    asset.burstSelectionTypes.remove(.userPick)
                }
            }
            // The user may have chosen the key photo of frames that the library had before.
            if burst.isKeyPhoto, before?.isKeyPhoto != true, isNew || before != nil {
                asset.userEdits.insert(.keyPhoto)
            }
        }
    }
}

extension SourceFact {
    /// Sets a value to what the source says, if it says something.
    fileprivate func set(_ value: inout Value?) {
        switch self {
        case .unknown: break
        case .none: value = nil
        case .known(let known): value = known
        }
    }
}
