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
    /// An album that the user made.
    case albumRegular = 2
    /// An event synchronised from a Mac.
    case albumSyncedEvent = 3
    /// A group of faces synchronised from a Mac.
    case albumSyncedFaces = 4
    /// An album synchronised from a Mac.
    case albumSyncedAlbum = 5
    /// What one import brought in.
    case albumImported = 6
    /// The user's photo stream.
    case albumMyPhotoStream = 100
    /// An album shared in the cloud.
    case albumCloudShared = 101
    /// A smart album of no finer kind.
    case smartAlbumGeneric = 200
    /// Panoramas.
    case smartAlbumPanoramas = 201
    /// All videos.
    case smartAlbumVideos = 202
    /// Favourites.
    case smartAlbumFavorites = 203
    /// Time-lapse videos.
    case smartAlbumTimelapses = 204
    /// What the user keeps out of sight.
    case smartAlbumAllHidden = 205
    /// What came in over the last 30 days.
    case smartAlbumRecentlyAdded = 206
    /// Photos that stand for a burst.
    case smartAlbumBursts = 207
    /// Videos of a high frame rate.
    case smartAlbumSlomoVideos = 208
    /// All of the library.
    case smartAlbumUserLibrary = 209
    /// Photos of the front camera.
    case smartAlbumSelfPortraits = 210
    /// Pictures of the screen.
    case smartAlbumScreenshots = 211
    /// Portraits with a blurred background.
    case smartAlbumDepthEffect = 212
    /// Live Photos.
    case smartAlbumLivePhotos = 213
    /// Pictures that move.
    case smartAlbumAnimated = 214
    /// Live Photos shown as a long exposure. Always empty here.
    case smartAlbumLongExposures = 215
    /// What could not be uploaded. Always empty here.
    case smartAlbumUnableToUpload = 216
    /// Photos with a RAW file.
    case smartAlbumRAW = 217
    /// Videos with a changing focus. Always empty here.
    case smartAlbumCinematic = 218
    /// Pictures and videos for both eyes. Always empty here.
    case smartAlbumSpatial = 219
    /// Recordings of the screen.
    case smartAlbumScreenRecordings = 220

    /// Every kind. Only for fetches.
    case any = 9_223_372_036_854_775_807

    /// Recently Deleted. Apple's header has no name for this number, which apps are known to compare.
    case smartAlbumRecentlyDeleted = 1_000_000_201
    /// Recovered. Apple's header has no name for this number, which apps are known to compare.
    case smartAlbumRecovered = 1_000_000_219
}
