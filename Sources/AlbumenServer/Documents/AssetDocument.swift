import Albumen
import BlobStore
import Foundation
import Records

/// The properties of an asset, and the addresses of its pictures and files.
struct AssetDocument: Encodable {
    struct Location: Encodable {
        /// In degrees.
        let latitude: Double
        let longitude: Double
        /// In metres.
        @OrNull var altitude: Double?
    }

    struct Metadata: Encodable {
        @OrNull var cameraMake: String?
        @OrNull var cameraModel: String?
        @OrNull var lensModel: String?
        /// In frames per second.
        @OrNull var frameRate: Double?
        @OrNull var videoCodec: String?
        @OrNull var title: String?
        @OrNull var caption: String?
        let keywords: [String]
        @OrNull var rating: Int?
    }

    struct Resource: Encodable {
        /// PhotoKit's case name.
        let type: String
        let originalFilename: String
        let uniformTypeIdentifier: String
        let contentType: String
        /// In bytes.
        let fileSize: Int64
        let pixelWidth: Int
        let pixelHeight: Int
        let address: String
    }

    struct Pictures: Encodable {
        let thumbnail: String
        let preview: String
        /// The entire picture in a format that every browser shows.
        @OrNull var full: String?
        /// The file of an animated picture.
        @OrNull var animated: String?
    }

    struct Burst: Encodable {
        let identifier: String
        /// The number of frames that aren't in Recently Deleted.
        let count: Int
        let representsBurst: Bool
        /// Whether the user keeps this frame.
        let isKept: Bool
    }

    struct Video: Encodable {
        let address: String
        /// FFmpeg's name of the codec.
        @OrNull var codec: String?
    }

    let identifier: String
    let mediaType: String
    let kinds: [AssetKind]
    let pixelWidth: Int
    let pixelHeight: Int
    /// In seconds.
    let duration: Double
    /// In UTC.
    @OrNull var creationDate: String?
    /// The local time at the place where the picture was taken.
    @OrNull var localDateTime: String?
    /// In seconds east of UTC.
    @OrNull var utcOffset: Int?
    @OrNull var dateSource: String?
    /// In UTC.
    @OrNull var addedDate: String?
    /// When the asset was moved to Recently Deleted, in UTC.
    @OrNull var trashedDate: String?
    @OrNull var location: Location?
    let isFavorite: Bool
    let isHidden: Bool
    @OrNull var burst: Burst?
    @OrNull var damage: String?
    let metadata: Metadata
    let resources: [Resource]
    let content: String
    let pictures: Pictures
    @OrNull var video: Video?
}

extension AssetDocument {
    /// The name of a type that this version doesn't know.
    fileprivate static let unknown = "unknown"

    init(
        _ asset: AssetRecord, _ metadata: MetadataRecord, _ resources: [ResourceRecord], _ source: PictureSource?,
        _ burst: Albumen.Burst?
    ) {
        let addresses = AssetAddresses(uuid: asset.uuid, content: source?.contentTag ?? "none")
        let files = AssetFiles(resources)
        identifier = asset.uuid
        mediaType = asset.mediaType.name ?? Self.unknown
        kinds = AssetKind.kinds(of: asset)
        pixelWidth = asset.pixelWidth
        pixelHeight = asset.pixelHeight
        duration = asset.duration
        _creationDate = OrNull(wrappedValue: asset.creationDate.flatMap(Timestamp.utc))
        _localDateTime = OrNull(wrappedValue: Timestamp.localTime(of: asset)?.iso8601)
        _utcOffset = OrNull(wrappedValue: asset.utcOffset)
        _dateSource = OrNull(wrappedValue: asset.dateSource)
        _addedDate = OrNull(wrappedValue: Timestamp.utc(asset.addedDate))
        _trashedDate = OrNull(wrappedValue: asset.trashedDate.flatMap(Timestamp.utc))
        _location = OrNull(wrappedValue: Location(of: asset))
        isFavorite = asset.isFavorite
        isHidden = asset.isHidden
        _burst = OrNull(
            wrappedValue: burst.map { burst in
                Burst(
                    identifier: burst.identifier, count: burst.frames.count, representsBurst: asset.representsBurst,
                    isKept: asset.burstSelectionTypes.contains(.userPick))
            })
        _damage = OrNull(wrappedValue: asset.damage)
        self.metadata = Metadata(metadata)
        self.resources = resources.map { Resource($0, addresses) }
        content = addresses.content
        pictures = Pictures(of: asset, shownAs: files.picture(.current), addresses)
        _video = OrNull(
            wrappedValue: files.playable(.current).map { _ in
                Video(address: addresses.video, codec: metadata.videoCodec)
            })
    }
}

extension AssetDocument.Location {
    fileprivate init?(of asset: AssetRecord) {
        guard let latitude = asset.latitude, let longitude = asset.longitude else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        _altitude = OrNull(wrappedValue: asset.altitude)
    }
}

extension AssetDocument.Metadata {
    fileprivate init(_ record: MetadataRecord) {
        _cameraMake = OrNull(wrappedValue: record.cameraMake)
        _cameraModel = OrNull(wrappedValue: record.cameraModel)
        _lensModel = OrNull(wrappedValue: record.lensModel)
        _frameRate = OrNull(wrappedValue: record.frameRate)
        _videoCodec = OrNull(wrappedValue: record.videoCodec)
        _title = OrNull(wrappedValue: record.title)
        _caption = OrNull(wrappedValue: record.caption)
        keywords = record.keywords
        _rating = OrNull(wrappedValue: record.rating)
    }
}

extension AssetDocument.Resource {
    fileprivate init(_ record: ResourceRecord, _ addresses: AssetAddresses) {
        type = record.type.name ?? AssetDocument.unknown
        originalFilename = record.originalFilename
        uniformTypeIdentifier = record.uniformTypeIdentifier
        contentType = FileAnswer.contentType(of: record)
        fileSize = record.fileSize
        pixelWidth = record.pixelWidth
        pixelHeight = record.pixelHeight
        address = addresses.original(type: type)
    }
}

extension AssetDocument.Pictures {
    /// The formats that browsers show correctly.
    private static let browserTypes: Set<String> = [
        "public.jpeg", "public.png", "com.compuserve.gif", "org.webmproject.webp",
    ]

    fileprivate init(of asset: AssetRecord, shownAs resource: ResourceRecord?, _ addresses: AssetAddresses) {
        thumbnail = addresses.thumbnail
        preview = addresses.preview
        let isStill = asset.mediaType == .image
        let original = resource.flatMap { resource in
            Self.browserTypes.contains(resource.uniformTypeIdentifier)
                ? addresses.original(type: resource.type.name ?? AssetDocument.unknown) : nil
        }
        let isAnimated = asset.playbackStyle == .imageAnimated
        _full = OrNull(wrappedValue: isStill ? original ?? addresses.largestRendition(of: asset) : nil)
        _animated = OrNull(wrappedValue: isStill && isAnimated ? original : nil)
    }
}
