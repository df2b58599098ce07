/// The values of `PHAssetCollectionSubtype` for albums and smart albums, and of `PHCollectionListSubtype` for folders.
package struct CollectionSubtype: NamedNumber {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static let albumRegular = CollectionSubtype(rawValue: 2)
    package static let albumSyncedEvent = CollectionSubtype(rawValue: 3)
    package static let albumSyncedFaces = CollectionSubtype(rawValue: 4)
    package static let albumSyncedAlbum = CollectionSubtype(rawValue: 5)
    package static let albumImported = CollectionSubtype(rawValue: 6)
    package static let regularFolder = CollectionSubtype(rawValue: 100)
    package static let smartAlbumGeneric = CollectionSubtype(rawValue: 200)
    package static let smartAlbumPanoramas = CollectionSubtype(rawValue: 201)
    package static let smartAlbumVideos = CollectionSubtype(rawValue: 202)
    package static let smartAlbumFavorites = CollectionSubtype(rawValue: 203)
    package static let smartAlbumTimelapses = CollectionSubtype(rawValue: 204)
    package static let smartAlbumAllHidden = CollectionSubtype(rawValue: 205)
    package static let smartAlbumRecentlyAdded = CollectionSubtype(rawValue: 206)
    package static let smartAlbumBursts = CollectionSubtype(rawValue: 207)
    package static let smartAlbumSlomoVideos = CollectionSubtype(rawValue: 208)
    package static let smartAlbumUserLibrary = CollectionSubtype(rawValue: 209)
    package static let smartAlbumSelfPortraits = CollectionSubtype(rawValue: 210)
    package static let smartAlbumScreenshots = CollectionSubtype(rawValue: 211)
    package static let smartAlbumDepthEffect = CollectionSubtype(rawValue: 212)
    package static let smartAlbumLivePhotos = CollectionSubtype(rawValue: 213)
    package static let smartAlbumAnimated = CollectionSubtype(rawValue: 214)
    package static let smartAlbumLongExposures = CollectionSubtype(rawValue: 215)
    package static let smartAlbumUnableToUpload = CollectionSubtype(rawValue: 216)
    package static let smartAlbumRAW = CollectionSubtype(rawValue: 217)
    package static let smartAlbumCinematic = CollectionSubtype(rawValue: 218)
    package static let smartAlbumSpatial = CollectionSubtype(rawValue: 219)
    package static let smartAlbumScreenRecordings = CollectionSubtype(rawValue: 220)
}

extension CollectionSubtype {
    package static let names: [CollectionSubtype: String] = [
        .albumRegular: "albumRegular", .albumSyncedEvent: "albumSyncedEvent", .albumSyncedFaces: "albumSyncedFaces",
        .albumSyncedAlbum: "albumSyncedAlbum", .albumImported: "albumImported", .regularFolder: "regularFolder",
        .smartAlbumGeneric: "smartAlbumGeneric", .smartAlbumPanoramas: "smartAlbumPanoramas",
        .smartAlbumVideos: "smartAlbumVideos", .smartAlbumFavorites: "smartAlbumFavorites",
        .smartAlbumTimelapses: "smartAlbumTimelapses", .smartAlbumAllHidden: "smartAlbumAllHidden",
        .smartAlbumRecentlyAdded: "smartAlbumRecentlyAdded", .smartAlbumBursts: "smartAlbumBursts",
        .smartAlbumSlomoVideos: "smartAlbumSlomoVideos", .smartAlbumUserLibrary: "smartAlbumUserLibrary",
        .smartAlbumSelfPortraits: "smartAlbumSelfPortraits", .smartAlbumScreenshots: "smartAlbumScreenshots",
        .smartAlbumDepthEffect: "smartAlbumDepthEffect", .smartAlbumLivePhotos: "smartAlbumLivePhotos",
        .smartAlbumAnimated: "smartAlbumAnimated", .smartAlbumLongExposures: "smartAlbumLongExposures",
        .smartAlbumUnableToUpload: "smartAlbumUnableToUpload", .smartAlbumRAW: "smartAlbumRAW",
        .smartAlbumCinematic: "smartAlbumCinematic", .smartAlbumSpatial: "smartAlbumSpatial",
        .smartAlbumScreenRecordings: "smartAlbumScreenRecordings",
    ]
}

extension CollectionSubtype {
    /// Recently Deleted. Apple's header has no name for this number, but apps compare with it.
    package static let smartAlbumRecentlyDeleted = CollectionSubtype(rawValue: 1_000_000_201)
    /// Recovered. Apple's header has no name for this number, but apps compare with it.
    package static let smartAlbumRecovered = CollectionSubtype(rawValue: 1_000_000_219)
}
