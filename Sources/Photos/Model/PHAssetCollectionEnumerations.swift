/// The kinds of collections of assets.
public enum PHAssetCollectionType: Int, Sendable {
    /// An album that the user manages.
    case album = 1
    /// An album whose members match a rule at any time.
    case smartAlbum = 2
    /// A group of assets that are close in time and place.
    case moment = 3
}

/// The subtypes of albums.
public enum PHAssetCollectionSubtype: Int, Sendable {
    /// An album that the user created.
    case albumRegular = 2
    /// An event synchronized from a Mac.
    case albumSyncedEvent = 3
    /// A group of faces synchronized from a Mac.
    case albumSyncedFaces = 4
    /// An album synchronized from a Mac.
    case albumSyncedAlbum = 5
    /// The assets of an import.
    case albumImported = 6
    /// The user's photo stream.
    case albumMyPhotoStream = 100
    /// An album shared in the cloud.
    case albumCloudShared = 101
    /// A smart album without a more specific subtype.
    case smartAlbumGeneric = 200
    /// Panoramas.
    case smartAlbumPanoramas = 201
    /// All videos.
    case smartAlbumVideos = 202
    /// Favorites.
    case smartAlbumFavorites = 203
    /// Time-lapse videos.
    case smartAlbumTimelapses = 204
    /// Hidden assets.
    case smartAlbumAllHidden = 205
    /// Assets added in the last 30 days.
    case smartAlbumRecentlyAdded = 206
    /// Photos that represent a burst.
    case smartAlbumBursts = 207
    /// Videos with a high frame rate.
    case smartAlbumSlomoVideos = 208
    /// The entire library.
    case smartAlbumUserLibrary = 209
    /// Photos of the front camera.
    case smartAlbumSelfPortraits = 210
    /// Screenshots.
    case smartAlbumScreenshots = 211
    /// Portraits with a blurred background.
    case smartAlbumDepthEffect = 212
    /// Live Photos.
    case smartAlbumLivePhotos = 213
    /// Animated images.
    case smartAlbumAnimated = 214
    /// Live Photos shown as a long exposure. Always empty in Albumen.
    case smartAlbumLongExposures = 215
    /// Assets that could not be uploaded. Always empty in Albumen.
    case smartAlbumUnableToUpload = 216
    /// Photos with a RAW file.
    case smartAlbumRAW = 217
    /// Videos with a changing focus. Always empty in Albumen.
    case smartAlbumCinematic = 218
    /// Spatial photos and videos. Always empty in Albumen.
    case smartAlbumSpatial = 219
    /// Screen recordings.
    case smartAlbumScreenRecordings = 220

    /// All subtypes. Only for fetches.
    case any = 9_223_372_036_854_775_807

    /// Recently Deleted. Apple's header has no name for this value, but apps compare it.
    case smartAlbumRecentlyDeleted = 1_000_000_201
    /// Recovered. Apple's header has no name for this value, but apps compare it.
    case smartAlbumRecovered = 1_000_000_219
}
