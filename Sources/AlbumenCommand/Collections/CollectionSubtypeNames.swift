/// PhotoKit's case names of the subtypes of albums and folders.
enum CollectionSubtypeNames {
    private static let names: [Int: String] = [
        2: "albumRegular", 3: "albumSyncedEvent", 4: "albumSyncedFaces", 5: "albumSyncedAlbum", 6: "albumImported",
        100: "regularFolder", 200: "smartAlbumGeneric", 201: "smartAlbumPanoramas", 202: "smartAlbumVideos",
        203: "smartAlbumFavorites", 204: "smartAlbumTimelapses", 205: "smartAlbumAllHidden",
        206: "smartAlbumRecentlyAdded", 207: "smartAlbumBursts", 208: "smartAlbumSlomoVideos",
        209: "smartAlbumUserLibrary", 210: "smartAlbumSelfPortraits", 211: "smartAlbumScreenshots",
        212: "smartAlbumDepthEffect", 213: "smartAlbumLivePhotos", 214: "smartAlbumAnimated",
        215: "smartAlbumLongExposures", 216: "smartAlbumUnableToUpload", 217: "smartAlbumRAW",
        218: "smartAlbumCinematic", 219: "smartAlbumSpatial", 220: "smartAlbumScreenRecordings",
    ]

    /// Returns the case name, or the number if PhotoKit has no name for it.
    static func name(of subtype: Int) -> String {
        names[subtype] ?? String(subtype)
    }
}
