/// Whether the user or a rule decides about an album's members.
public enum PHAssetCollectionType: Int, Sendable {
    /// The user.
    case album = 1
    /// A rule, which the members keep to at any time.
    case smartAlbum = 2
    /// Time and place.
    case moment = 3
}

/// The kinds of albums.
public enum PHAssetCollectionSubtype: Int, Sendable {
    case albumRegular = 2
    case albumSyncedEvent = 3
    case albumSyncedFaces = 4
    case albumSyncedAlbum = 5
    case albumImported = 6
    case albumMyPhotoStream = 100
    case albumCloudShared = 101
    case smartAlbumGeneric = 200
    case smartAlbumPanoramas = 201
    case smartAlbumVideos = 202
    case smartAlbumFavorites = 203
    case smartAlbumTimelapses = 204
    case smartAlbumAllHidden = 205
    case smartAlbumRecentlyAdded = 206
    case smartAlbumBursts = 207
    case smartAlbumSlomoVideos = 208
    case smartAlbumUserLibrary = 209
    case smartAlbumSelfPortraits = 210
    case smartAlbumScreenshots = 211
    case smartAlbumDepthEffect = 212
    case smartAlbumLivePhotos = 213
    case smartAlbumAnimated = 214
    case smartAlbumLongExposures = 215
    case smartAlbumUnableToUpload = 216
    case smartAlbumRAW = 217
    case smartAlbumCinematic = 218
    case smartAlbumSpatial = 219
    case smartAlbumScreenRecordings = 220

    /// Every kind. Only for fetches.
    case any = 9_223_372_036_854_775_807

    /// Recently Deleted. Apple's header has no name for this number, which apps are known to compare.
    case smartAlbumRecentlyDeleted = 1_000_000_201
    /// Recovered. Apple's header has no name for this number, which apps are known to compare.
    case smartAlbumRecovered = 1_000_000_219
}
