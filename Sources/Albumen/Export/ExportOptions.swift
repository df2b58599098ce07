/// The form of an export.
package struct ExportOptions: Sendable {
    /// The folders of exported files.
    package enum Layout: String, CaseIterable, Sendable {
        /// One folder for all files.
        case flat
        /// A folder for each day in a folder for each year, by the local date at the place of the photo or video.
        case date
        /// A folder for each album, in the folders that contain the album. A photo or video in several albums is
        /// exported to the folder of each.
        case album
    }

    /// The files to export of a Live Photo.
    package enum LivePhotoForm: String, CaseIterable, Sendable {
        /// The photo and its video.
        case pair
        /// Only the photo.
        case still
        /// Only the video.
        case motion
    }

    /// The names of the presets for videos, the smallest result first.
    package static let videoPresets = [
        "lowQuality", "mediumQuality", "640x480", "960x540", "1280x720", "1920x1080", "3840x2160", "highestQuality",
        "hevc1920x1080", "hevc3840x2160", "hevcHighestQuality", "proRes422", "passthrough",
    ]

    package var layout = Layout.flat
    /// The row identifiers of the albums for the layout `album`, or `nil` for all albums that the user made.
    package var albums: Set<Int64>?
    /// Whether to export all imported files of an asset, such as the RAW beside a JPEG, or the AAE file
    /// beside a slow-motion video. Otherwise, only the file that
    /// shows the asset, and a Live Photo's video.
    package var includesOriginals = false
    package var livePhotos = LivePhotoForm.pair
    /// One of `videoPresets`: videos are exported again with this preset, and slow motion becomes part of them. `nil`
    /// exports the files of the library.
    package var videoPreset: String?
    /// Whether photos in formats that not every program reads, such as HEIC and RAW, are exported as JPEG.
    package var convertsPhotos = false
    /// Whether to write an XMP file beside each exported file.
    package var includesSidecars = false
    /// Whether the file with the exported albums lists those without an exported asset, too. It's written with the
    /// originals and their sidecars.
    package var listsAllAlbums = false
    /// The row identifiers of the albums that the file with the exported albums lists, with all of their members, and of
    /// the folders. `nil` for those with an exported asset.
    var listedCollections: Set<Int64>?
    /// Whether files that are only in the library's place are downloaded. Otherwise, they are reported as failed.
    var fetchesOriginals = true

    package init() {}
}
