import Photos

extension PHAsset {
    /// The words under a photo's page.
    var kind: String {
        switch mediaType {
        case .image: return mediaSubtypes.contains(.photoLive) ? "Live Photo" : photoKind
        case .video: return videoKind
        case .audio: return "Sound"
        case .unknown: return "File"
        @unknown default: return "File"
        }
    }

    private var photoKind: String {
        let subtypes: PHAssetMediaSubtype = mediaSubtypes
        if subtypes.contains(.photoPanorama) { return "Panorama" }
        if subtypes.contains(.photoScreenshot) { return "Screenshot" }
        if subtypes.contains(.photoDepthEffect) { return "Portrait" }
        return subtypes.contains(.photoHDR) ? "HDR photo" : "Photo"
    }

    private var videoKind: String {
        if mediaSubtypes.contains(.videoHighFrameRate) { return "Slow motion" }
        if mediaSubtypes.contains(.videoTimelapse) { return "Time lapse" }
        if mediaSubtypes.contains(.videoCinematic) { return "Cinematic" }
        return mediaSubtypes.contains(.videoStreamed) ? "Stream" : "Video"
    }

    var isPlayed: Bool {
        switch playbackStyle {
        case .imageAnimated, .livePhoto, .video, .videoLooping: return true
        case .image, .unsupported: return false
        @unknown default: return false
        }
    }

    /// What apps read by key, because there is no property for it.
    var fileName: String? { value(forKey: "filename") as? String }
    var fileSize: Int64 { (value(forKey: "fileSize") as? NSNumber)?.int64Value ?? 0 }
    var isHere: Bool { value(forKey: "locallyAvailable") as? Bool ?? false }
    var isPlaceholder: Bool { value(forKey: "isCloudPlaceholder") as? Bool == true }
    var typeIdentifier: String? { value(forKey: "uniformTypeIdentifier") as? String }
    var importedName: String? { value(forKey: "originalFilename") as? String }
    var folder: String? { value(forKey: "directory") as? String }
    var exifOrientation: Int { value(forKey: "orientation") as? Int ?? 1 }
    var lastEdit: Date? { value(forKey: "adjustmentTimestamp") as? Date }
}

/// A row of a backup's table.
struct AssetRow {
    var identifier: String
    var size: CGSize
    var created: Date?
    var modified: Date?
    var added: Date?
    var duration: TimeInterval
    var coordinate: CLLocationCoordinate2D?
    var flags: [String]
    var isEdited: Bool
    var editor: String?
    var editDate: Date?
    var stars: Int
    var caption: String?
    var type: String
    var isOwn: Bool

    init(_ asset: PHAsset) {
        identifier = asset.localIdentifier
        size = CGSize(width: asset.pixelWidth, height: asset.pixelHeight)
        created = asset.creationDate
        modified = asset.modificationDate
        added = asset.addedDate
        duration = asset.duration
        coordinate = asset.location?.coordinate
        flags = [asset.isFavorite ? "favorite" : nil, asset.isHidden ? "hidden" : nil].compactMap { $0 }
        if asset.representsBurst { flags.append("burst") }
        if asset.burstSelectionTypes.contains(.userPick) { flags.append("picked") }
        if asset.originalResourceChoice == .raw { flags.append("raw") }
        isEdited = asset.hasAdjustments
        editor = asset.adjustmentFormatIdentifier
        editDate = asset.adjustmentTimestamp
        stars = asset.rating.rawValue
        caption = asset.extendedMetadata.caption
        type = asset.contentType.identifier
        let source: PHAssetSourceType = asset.sourceType
        isOwn = source == .typeUserLibrary
    }

    /// A page is made before there is anything to show.
    static var empty: AssetRow { AssetRow(PHAsset()) }
}

/// What a page's buttons may do.
struct AssetActions {
    var canDelete: Bool
    var canEdit: Bool
    var canMark: Bool

    init(_ asset: PHAsset) {
        canDelete = asset.canPerform(.delete)
        canEdit = asset.canPerform(PHAssetEditOperation.content)
        canMark = asset.canPerform(.properties)
    }
}

/// Objects of all kinds are kept by their identifiers.
func identifiers<Object: PHObject>(of objects: [Object]) -> [String] {
    objects.map(\.localIdentifier)
}
