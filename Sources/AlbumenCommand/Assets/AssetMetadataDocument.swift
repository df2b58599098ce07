import Albumen
import Foundation
import Records

/// The additional keys of `info --json`. Unknown values have no key.
struct AssetMetadataDocument: Encodable {
    let addedDate: String?
    /// The edit of the photo or video, whichever app made it.
    let adjustment: AdjustmentSummaryDocument?
    /// The f-number.
    let aperture: Double?
    /// In metres.
    let altitude: Double?
    /// The frames of the asset's burst in the order in which they were taken.
    let burstFrames: [BurstFrameDocument]?
    /// Case names of `PHAssetBurstSelectionType`.
    let burstSelectionTypes: [String]?
    let cameraMake: String?
    let cameraModel: String?
    let caption: String?
    /// The reason why the file is known to be truncated.
    let damageReason: String?
    /// In seconds.
    let exposureTime: Double?
    /// In millimetres.
    let focalLength: Double?
    /// In millimetres.
    let focalLengthIn35mmFilm: Int?
    /// In frames per second.
    let frameRate: Double?
    /// Where values come from, by the names in `FactOrigins.Fact`: `file`, `user`, or the kind of a source, such as
    /// `apple-photos`.
    let factSources: [String: String]
    /// In metres.
    let horizontalAccuracy: Double?
    /// The ISO speed.
    let iso: Int?
    let isRAW: Bool
    let isSelfPortrait: Bool
    let keywords: [String]
    let lensModel: String?
    let modificationDate: String?
    /// `compressed` or `raw` for a photo that was taken as RAW and JPEG or HEIC.
    let originalChoice: String?
    /// The imported date, if the user replaced it and it's known. An inner `nil` is `null` in JSON and means that there
    /// was none.
    let originalDate: OriginalDateDocument??
    /// The imported location, if the user replaced it and it's known. An inner `nil` is `null` in JSON and means that
    /// there was none.
    let originalLocation: OriginalLocationDocument??
    /// The English names of the place, from the smallest to the largest.
    let placeNames: [String]?
    let playbackStyle: String?
    /// The effect of a Live Photo, or `nil` without one.
    let playbackVariation: String?
    let preservedFileName: String?
    /// From one to five.
    let rating: Int?
    let representsBurst: Bool
    let title: String?
    /// The tracks of a video, or of a Live Photo's video.
    let tracks: [TrackDocument]?
    /// When the asset was moved to Recently Deleted.
    let trashedDate: String?
    let videoCodec: String?

    init(
        _ entry: AssetEntry, _ metadata: MetadataRecord, adjustment: AdjustmentSummaryDocument?,
        replaced: ReplacedValues, origins: FactOrigins, burst: [AssetEntry], tracks: [TrackDocument],
        placeNames: [String]
    ) {
        let asset = entry.asset
        self.adjustment = adjustment
        self.tracks = tracks.isEmpty ? nil : tracks
        self.placeNames = placeNames.isEmpty ? nil : placeNames
        burstFrames = asset.burstIdentifier.map { _ in burst.map(BurstFrameDocument.init) }
        burstSelectionTypes = asset.burstIdentifier.map { _ in asset.burstSelectionTypes.names }
        addedDate = Timestamp.utc(asset.addedDate)
        altitude = asset.altitude
        aperture = metadata.aperture
        exposureTime = metadata.exposureTime
        focalLength = metadata.focalLength
        focalLengthIn35mmFilm = metadata.focalLengthIn35mmFilm
        iso = metadata.iso
        cameraMake = metadata.cameraMake
        cameraModel = metadata.cameraModel
        caption = metadata.caption
        damageReason = asset.damage
        factSources = Dictionary(
            uniqueKeysWithValues: origins.origins.map { ($0.key.rawValue, $0.value.name) })
        frameRate = metadata.frameRate
        horizontalAccuracy = asset.horizontalAccuracy
        isRAW = asset.isRAW
        isSelfPortrait = asset.isSelfPortrait
        keywords = metadata.keywords
        lensModel = metadata.lensModel
        modificationDate = asset.modificationDate.flatMap(Timestamp.utc)
        originalChoice = entry.files.choosableOriginals.flatMap { _ in asset.originalChoice.name }
        originalDate = replaced.date?.asset.map(OriginalDateDocument.init)
        originalLocation = replaced.location?.asset.map(OriginalLocationDocument.init)
        playbackStyle = asset.playbackStyle.name
        playbackVariation = asset.playbackVariation == .none ? nil : asset.playbackVariation.name
        preservedFileName = metadata.preservedFileName
        rating = metadata.rating
        representsBurst = asset.representsBurst
        title = metadata.title
        trashedDate = asset.trashedDate.flatMap(Timestamp.utc)
        videoCodec = metadata.videoCodec
    }
}
