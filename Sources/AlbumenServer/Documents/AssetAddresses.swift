import Albumen
import Records

/// The addresses of an asset's pictures and files in the API.
struct AssetAddresses {
    /// The lengths of the longer side of renditions, in pixels. There are only a few, so that caches are effective.
    static let renditionSizes = [512, sharpRendition, largestRendition]
    /// Sharp on usual screens.
    static let sharpRendition = 2880
    /// A larger picture is shown in tiles.
    static let largestRendition = 5760

    let uuid: String
    /// The tag of the picture's content. An address with this tag always returns the same picture.
    let content: String
    /// The version that the pictures show.
    var version = AssetVersion.current

    var thumbnail: String { "\(base)/thumbnail?\(picture)" }
    var preview: String { "\(base)/preview?\(picture)" }
    var tiles: String { "\(base)/tiles?\(picture)" }
    /// Without the tile's level, column and row.
    var tile: String { "\(base)/tile?\(picture)" }

    /// The events of the download of the files that the asset shows.
    var download: String { "\(base)/download" }

    func original(type: String) -> String { "\(base)/originals/\(type)" }

    /// Returns the address of the file that shows the asset.
    func shown(as form: DownloadArchive.Form) -> String { "\(base)/shown?form=\(form.rawValue)" }

    func rendition(long: Int) -> String { "\(base)/rendition?long=\(long)&\(picture)" }

    /// Returns the smallest rendition with all of the picture's pixels, otherwise the largest.
    func largestRendition(longSide: Int) -> String {
        rendition(long: Self.renditionSizes.dropFirst().first { $0 >= longSide } ?? Self.largestRendition)
    }

    private var base: String { "/api/assets/\(uuid)" }

    /// The query of a picture.
    private var picture: String {
        switch version {
        case .current: "content=\(content)"
        case .unadjusted: "content=\(content)&version=unadjusted"
        case .original: "content=\(content)&version=original"
        case .compressed: "content=\(content)&version=compressed"
        }
    }
}
