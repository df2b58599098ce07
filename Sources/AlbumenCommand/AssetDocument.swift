import Albumen
import Foundation
import Records

/// An asset in the JSON of `list` and `info`, with PhotoKit's names. All keys are always present, in alphabetical
/// order. Unknown values are `null`.
///
/// | key | value |
/// |---|---|
/// | `burstIdentifier` | text, or null for a photo that belongs to no burst |
/// | `creationDate` | UTC: `2024-05-07T01:33:04.046Z`, with a fraction of three or six digits if there is one |
/// | `damaged` | whether the file is known to be truncated |
/// | `dateSource` | the source of the date: `exifOriginal`, `exifDigitized`, `xmp`, `iptc`, `pngText`, `quickTimeCreationDate`, `container`, `exifModified`, `gps`, `filename`, `file`, `user` |
/// | `duration` | seconds; 0 for a photo |
/// | `isFavorite`, `isHidden` | true or false |
/// | `localDateTime` | local time at the place where the picture was taken: `2024-05-07T09:33:04.046+08:00`, without the offset if it is unknown |
/// | `localIdentifier` | text |
/// | `location` | `latitude` and `longitude` in degrees, or null |
/// | `mediaSubtypes` | list of case names of `PHAssetMediaSubtype` |
/// | `mediaType` | case name of `PHAssetMediaType` |
/// | `originalFilename` | filename of the photo, otherwise of the video |
/// | `pixelWidth`, `pixelHeight` | size of the upright picture |
/// | `resources` | list of `fileSize` (bytes), `originalFilename`, `sha256` (hexadecimal), `type` (case name of `PHAssetResourceType`), `uniformTypeIdentifier` |
///
/// `list --bursts` adds `representsBurst` and `burstSelectionTypes`, a list of case names of
/// `PHAssetBurstSelectionType`. `info` adds `metadata`, an ``AssetMetadataDocument``.
struct AssetDocument: Encodable {
    private let entry: AssetEntry
    private let metadata: AssetMetadataDocument?

    /// Whether to include the keys of frames of bursts.
    private let tellsBurst: Bool

    init(_ entry: AssetEntry, metadata: AssetMetadataDocument? = nil, tellsBurst: Bool = false) {
        self.tellsBurst = tellsBurst
        self.entry = entry
        self.metadata = metadata
    }

    private struct Location: Encodable {
        let latitude: Double
        let longitude: Double
    }

    private struct Resource: Encodable {
        let fileSize: Int64
        let originalFilename: String
        let sha256: String
        let type: String
        let uniformTypeIdentifier: String

        init(_ record: ResourceRecord) {
            fileSize = record.fileSize
            originalFilename = record.originalFilename
            sha256 = record.hexadecimalDigest
            type = record.typeName
            uniformTypeIdentifier = record.uniformTypeIdentifier
        }
    }

    private enum Key: String, CodingKey {
        case burstIdentifier, burstSelectionTypes, creationDate, damaged, dateSource, duration, isFavorite, isHidden
        case localDateTime
        case localIdentifier, location, mediaSubtypes, mediaType, metadata, originalFilename, pixelHeight, pixelWidth
        case representsBurst, resources
    }

    func encode(to encoder: any Encoder) throws {
        let asset = entry.asset
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(asset.burstIdentifier, forKey: .burstIdentifier)
        if tellsBurst {
            try container.encode(asset.burstSelectionTypes.names, forKey: .burstSelectionTypes)
            try container.encode(asset.representsBurst, forKey: .representsBurst)
        }
        try container.encode(asset.creationDate.flatMap(Timestamp.utc), forKey: .creationDate)
        try container.encode(asset.damage != nil, forKey: .damaged)
        try container.encode(asset.dateSource, forKey: .dateSource)
        try container.encode(asset.duration, forKey: .duration)
        try container.encode(asset.isFavorite, forKey: .isFavorite)
        try container.encode(asset.isHidden, forKey: .isHidden)
        try container.encode(Timestamp.local(of: asset), forKey: .localDateTime)
        try container.encode(entry.localIdentifier, forKey: .localIdentifier)
        try container.encode(location, forKey: .location)
        try container.encode(asset.mediaSubtypes.names, forKey: .mediaSubtypes)
        try container.encode(entry.mediaTypeName, forKey: .mediaType)
        try container.encodeIfPresent(metadata, forKey: .metadata)
        try container.encode(entry.primaryResource?.originalFilename, forKey: .originalFilename)
        try container.encode(asset.pixelHeight, forKey: .pixelHeight)
        try container.encode(asset.pixelWidth, forKey: .pixelWidth)
        try container.encode(entry.resources.map(Resource.init), forKey: .resources)
    }

    private var location: Location? {
        guard let latitude = entry.asset.latitude, let longitude = entry.asset.longitude else { return nil }
        return Location(latitude: latitude, longitude: longitude)
    }
}

extension ResourceRecord {
    /// The case name in PhotoKit.
    var typeName: String { type.name ?? "unknown" }

    var hexadecimalDigest: String {
        sha256.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
