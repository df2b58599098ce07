package import Foundation

/// A row of `asset`.
package struct AssetRecord: Sendable, Equatable, Identifiable {
    /// 0 until the row is in the catalog.
    package var id: Int64 = 0
    /// In upper case. Never changes.
    package var uuid: String
    package var mediaType: AssetMediaType
    package var mediaSubtypes: MediaSubtypes
    package var playbackStyle: PlaybackStyle
    package var pixelWidth: Int
    package var pixelHeight: Int
    /// Seconds.
    package var duration: Double
    package var creationDate: Date?
    package var modificationDate: Date?
    package var addedDate: Date
    package var latitude: Double?
    package var longitude: Double?
    package var isFavorite = false
    package var isHidden = false
    /// The date when the asset was moved to Recently Deleted, or `nil` if it isn't there.
    package var trashedDate: Date?
    package var burstIdentifier: String?
    package var representsBurst = false
    package var burstSelectionTypes: BurstSelectionTypes = []
    package var sourceType: SourceTypes = .userLibrary
    package var isRAW = false
    package var isSelfPortrait = false
    /// Whether one of the asset's files can't be uploaded to the library's place: it's refused, or has been failing for
    /// a day.
    package var isUnableToUpload = false
    /// The effect that the edit of a Live Photo has.
    package var playbackVariation = PlaybackVariation.none
    /// Whether the user turned off the video of a Live Photo, so that the asset is a still photo.
    package var isVideoPlaybackOff = false
    /// The original that is the base of the asset's renderings. `compressed` unless the asset has a RAW beside a JPEG
    /// or HEIC.
    package var originalChoice = OriginalChoice.compressed
    /// The offset from UTC where the photo was taken, in seconds east, or `nil` if it is unknown.
    package var utcOffset: Int?
    /// The source of `utcOffset` if it isn't that of the date, or `nil`.
    package var utcOffsetSource: UTCOffsetSource?
    /// The source of `creationDate`: a case of `MediaProbe.CaptureDate.Source`, or `user`.
    package var dateSource: String?
    /// Metres.
    package var altitude: Double?
    package var horizontalAccuracy: Double?
    /// The encoded `LocationMovement` that a client set with the location, or `nil`.
    package var movement: String?
    /// The reason why the file is known to be cut short, or `nil` for a whole file.
    package var damage: String?
    package var userEdits: UserEdits = []
    /// Whether the asset has an edit: a rendering, and a document with its recipe.
    package var hasAdjustments = false
    /// The format of the edit's recipe, or `nil` without an edit.
    package var adjustmentFormatIdentifier: String?
    /// The date of the edit.
    package var adjustmentTimestamp: Date?
    /// The client that created the asset, as the author of changes in the history. Imported assets have none.
    package var creator: String?

    package init(
        uuid: String, mediaType: AssetMediaType, mediaSubtypes: MediaSubtypes, playbackStyle: PlaybackStyle,
        pixelWidth: Int, pixelHeight: Int, duration: Double, creationDate: Date?, addedDate: Date
    ) {
        self.uuid = uuid
        self.mediaType = mediaType
        self.mediaSubtypes = mediaSubtypes
        self.playbackStyle = playbackStyle
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
        self.duration = duration
        self.creationDate = creationDate
        self.addedDate = addedDate
    }
}

extension AssetRecord {
    /// Whether the asset's style is that of a Live Photo, as a whole or as a looping video.
    package var isLivePhoto: Bool {
        playbackStyle == .livePhoto || playbackStyle == .videoLooping && mediaType == .image
    }

    /// Makes the asset a Live Photo, a looping video, or a still photo whose video is turned off.
    ///
    /// Call this after the other values of an asset that has a paired video are set.
    package mutating func becomeLivePhoto() {
        if isVideoPlaybackOff {
            mediaSubtypes.remove(.photoLive)
            playbackStyle = .image
        } else {
            mediaSubtypes.insert(.photoLive)
            playbackStyle = playbackVariation.isLooping ? .videoLooping : .livePhoto
        }
    }

    /// Whether a fetch without options returns the asset.
    package var isShown: Bool {
        let isConcealedByBurst = burstIdentifier != nil && !representsBurst && !burstSelectionTypes.contains(.userPick)
        return trashedDate == nil && !isHidden && sourceType == .userLibrary && !isConcealedByBurst
    }
}
