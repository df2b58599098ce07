import Albumen
import Foundation
import Records

/// An asset in the JSON of `list` and `info`, with PhotoKit's names. All keys are always present, in alphabetical
/// order. Unknown values are `null`.
///
/// | key | value |
/// |---|---|
/// | `burstIdentifier` | text, or null for a photo that belongs to no burst |
/// | `cameraMake`, `cameraModel` | text |
/// | `caption` | text |
/// | `creationDate` | UTC: `2024-05-07T01:33:04.046Z`, with a fraction of three or six digits if there is one |
/// | `damaged` | whether the file is known to be truncated |
/// | `dateSource` | the source of the date: `exifOriginal`, `exifDigitized`, `xmp`, `iptc`, `pngText`, `quickTimeCreationDate`, `container`, `exifModified`, `gps`, `filename`, `file`, `user` |
/// | `duration` | seconds; 0 for a photo |
/// | `isFavorite`, `isHidden` | true or false |
/// | `keywords` | list of texts |
/// | `localDateTime` | local time at the place where the picture was taken: `2024-05-07T09:33:04.046+08:00`, without the offset if it is unknown |
/// | `localIdentifier` | text |
/// | `location` | `latitude` and `longitude` in degrees, or null |
/// | `mediaSubtypes` | list of case names of `PHAssetMediaSubtype` |
/// | `mediaType` | case name of `PHAssetMediaType` |
/// | `originalFilename` | filename of the photo, otherwise of the video |
/// | `pixelWidth`, `pixelHeight` | size of the upright picture |
/// | `rating` | one to five |
/// | `resources` | list of `fileSize` (bytes), `originalFilename`, `sha256` (hexadecimal), `type` (case name of `PHAssetResourceType`), `uniformTypeIdentifier` |
/// | `title` | text |
/// | `utcOffsetSource` | `place` if the offset is that of the location's time zone, otherwise null |
///
/// `list --bursts` adds `representsBurst` and `burstSelectionTypes`, a list of case names of
/// `PHAssetBurstSelectionType`. `info` adds `metadata`, an ``AssetMetadataDocument``. `trash list` adds `trashedDate`, and
/// `expirationDate`, after which a purge deletes the asset.
struct AssetDocument {
    private let entry: AssetEntry
    private let metadata: AssetMetadataDocument?
    /// Whether to include the keys of frames of bursts.
    private let tellsBurst: Bool
    /// Whether to include the dates of an asset in Recently Deleted.
    private let tellsTrash: Bool

    init(
        _ entry: AssetEntry, metadata: AssetMetadataDocument? = nil, tellsBurst: Bool = false, tellsTrash: Bool = false
    ) {
        self.entry = entry
        self.metadata = metadata
        self.tellsBurst = tellsBurst
        self.tellsTrash = tellsTrash
    }

    /// The document as a line.
    ///
    /// - Throws: An error if `metadata` can't be encoded.
    func text() throws -> String {
        let (asset, details) = (entry.asset, entry.metadata)
        var object = JSONObjectText()
        object.add("burstIdentifier", asset.burstIdentifier)
        if tellsBurst { object.add("burstSelectionTypes", asset.burstSelectionTypes.names) }
        object.add("cameraMake", details.cameraMake)
        object.add("cameraModel", details.cameraModel)
        object.add("caption", details.caption)
        object.add("creationDate", asset.creationDate.flatMap(Timestamp.utc))
        object.add("damaged", asset.damage != nil)
        object.add("dateSource", asset.dateSource)
        object.add("duration", asset.duration)
        if tellsTrash { object.add("expirationDate", entry.expirationDate.flatMap(Timestamp.utc)) }
        object.add("isFavorite", asset.isFavorite)
        object.add("isHidden", asset.isHidden)
        object.add("keywords", details.keywords)
        object.add("localDateTime", Timestamp.local(of: asset))
        object.add("localIdentifier", entry.localIdentifier)
        object.add("location", location)
        object.add("mediaSubtypes", asset.mediaSubtypes.names)
        object.add("mediaType", entry.mediaTypeName)
        if let metadata { object.add("metadata", json: try JSONLine.text(metadata)) }
        object.add("originalFilename", entry.primaryResource?.originalFilename)
        object.add("pixelHeight", asset.pixelHeight)
        object.add("pixelWidth", asset.pixelWidth)
        object.add("rating", details.rating)
        if tellsBurst { object.add("representsBurst", asset.representsBurst) }
        object.add("resources", entry.resources.map(Self.object))
        object.add("title", details.title)
        object.add("utcOffsetSource", asset.utcOffsetSource?.rawValue)
        if tellsTrash { object.add("trashedDate", asset.trashedDate.flatMap(Timestamp.utc)) }
        return object.text
    }

    private var location: JSONObjectText? {
        guard let latitude = entry.asset.latitude, let longitude = entry.asset.longitude else { return nil }
        var object = JSONObjectText()
        object.add("latitude", latitude)
        object.add("longitude", longitude)
        return object
    }

    private static func object(_ resource: ResourceRecord) -> JSONObjectText {
        var object = JSONObjectText()
        object.add("fileSize", resource.fileSize)
        object.add("originalFilename", resource.originalFilename)
        object.add("sha256", resource.sha256.hexadecimal)
        object.add("type", resource.typeName)
        object.add("uniformTypeIdentifier", resource.uniformTypeIdentifier)
        return object
    }
}

extension ResourceRecord {
    /// The case name in PhotoKit.
    var typeName: String { type.name ?? "unknown" }
}
