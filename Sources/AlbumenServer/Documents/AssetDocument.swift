import Albumen
import BlobStore
import Foundation
import Records

/// The properties of an asset, and the addresses of its pictures and files.
struct AssetDocument: Encodable {
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
        /// Whether the file is on the server's machine. Otherwise, it's in the library's place, and comes when it's
        /// needed.
        let isLocallyAvailable: Bool
    }

    struct Pictures: Encodable {
        let thumbnail: String
        let preview: String
        /// The picture in a size that is sharp on usual screens.
        let rendition: String
        /// The entire picture in a format that every browser shows. If the picture has tiles, it's reduced.
        @OrNull var full: String?
        /// The tiles of a picture that is too large to load as a whole.
        @OrNull var tiles: String?
        /// The file of an animated picture.
        @OrNull var animated: String?
    }

    /// The other original of a photo that was taken as RAW and JPEG.
    struct Alternate: Encodable {
        /// The type of its file among the resources.
        let type: String
        let pixelWidth: Int
        let pixelHeight: Int
        let content: String
        let pictures: Pictures
    }

    /// The edit of the asset, whichever app made it.
    struct Edit: Encodable {
        /// In UTC.
        @OrNull var date: String?
        /// The app that made the edit.
        @OrNull var editor: String?
        @OrNull var formatIdentifier: String?
        @OrNull var formatVersion: String?
    }

    /// The picture of an edited photo without its edits.
    struct Unedited: Encodable {
        let pixelWidth: Int
        let pixelHeight: Int
        let content: String
        let pictures: Pictures
    }

    /// An album that contains the asset.
    struct Album: Encodable {
        let identifier: String
        let title: String
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
        struct Frames: Encodable {
            let address: String
            let count: Int
        }

        /// The range that plays slowed.
        struct Slowed: Encodable {
            /// In seconds since the video's start.
            let start: Double
            let end: Double
            /// The speed: more than 0, and at most 1.
            let rate: Double
        }

        let address: String
        /// FFmpeg's name of the codec.
        @OrNull var codec: String?
        let contentType: String
        /// The address of the list of parts.
        let parts: String
        /// The picture of frames, evenly spread over the video and side by side.
        let frames: Frames
        @OrNull var slowMotion: Slowed?
    }

    let identifier: String
    let mediaType: String
    let kinds: [AssetKind]
    /// The effect of a Live Photo: `none`, `autoloop`, `mirror` or `longExposure`.
    let playbackVariation: String
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
    /// Where values come from: `file`, `user`, or the kind of a source.
    let factSources: [String: String]
    /// In UTC.
    @OrNull var addedDate: String?
    /// When the asset was moved to Recently Deleted, in UTC.
    @OrNull var trashedDate: String?
    @OrNull var location: Location?
    /// The names of the place, from the smallest to the largest. Empty without a location, and on the open sea.
    let placeNames: [String]
    let isFavorite: Bool
    let isHidden: Bool
    /// The original that is the base of the photo's renderings, `compressed` or `raw`. `null` if it has one original.
    @OrNull var originalChoice: String?
    /// The user's albums, without smart albums.
    let albums: [Album]
    @OrNull var burst: Burst?
    @OrNull var damage: String?
    let metadata: Metadata
    let resources: [Resource]
    /// The files that show the asset and aren't among its originals.
    let shown: [Shown]
    /// The address of the events of a download, if a file that the asset shows isn't on the server's machine.
    @OrNull var download: String?
    let content: String
    let pictures: Pictures
    @OrNull var alternate: Alternate?
    @OrNull var edit: Edit?
    @OrNull var unedited: Unedited?
    @OrNull var video: Video?
}

extension AssetDocument {
    /// The name of a type that this version doesn't know.
    static let unknown = "unknown"

    init(
        _ asset: AssetRecord, _ metadata: MetadataRecord, _ resources: [ResourceRecord], _ source: PictureSource?,
        _ burst: PhotoLibrary.Burst?, _ edit: EditSummary?, albums: [CollectionRecord],
        origins: FactOrigins, slowMotion: SlowMotion?, placeNames: [String],
        isLocallyAvailable: (ResourceRecord) throws -> Bool
    ) rethrows {
        let addresses = AssetAddresses(uuid: asset.uuid, content: source?.contentTag ?? "none")
        let files = AssetFiles(resources)
        identifier = asset.uuid
        mediaType = asset.mediaType.name ?? Self.unknown
        kinds = AssetKind.kinds(of: asset)
        playbackVariation = PlaybackVariation.names[asset.playbackVariation] ?? Self.unknown
        pixelWidth = asset.pixelWidth
        pixelHeight = asset.pixelHeight
        duration = asset.duration
        creationDate = asset.creationDate.flatMap(Timestamp.utc)
        localDateTime = Timestamp.localTime(of: asset)?.iso8601
        utcOffset = asset.utcOffset
        dateSource = asset.dateSource
        factSources = Dictionary(uniqueKeysWithValues: origins.origins.map { ($0.key.rawValue, $0.value.name) })
        addedDate = Timestamp.utc(asset.addedDate)
        trashedDate = asset.trashedDate.flatMap(Timestamp.utc)
        location = Location(of: asset)
        self.placeNames = placeNames
        isFavorite = asset.isFavorite
        isHidden = asset.isHidden
        originalChoice = files.choosableOriginals.flatMap { _ in asset.originalChoice.name }
        self.albums = albums.map { Album(identifier: $0.uuid, title: $0.title) }
        self.burst = burst.map { burst in
            Burst(
                identifier: burst.identifier, count: burst.frames.count, representsBurst: asset.representsBurst,
                isKept: asset.burstSelectionTypes.contains(.userPick))
        }
        damage = asset.damage
        self.metadata = Metadata(metadata)
        self.resources = try resources.map { try Resource($0, addresses, isLocallyAvailable: isLocallyAvailable($0)) }
        content = addresses.content
        self.shown = Shown.forms(of: asset, files, addresses)
        let shown = files.picture(.current)
        let isHere = try [shown, files.playable(.current)].compactMap(\.self).allSatisfy(isLocallyAvailable)
        download = isHere ? nil : addresses.download
        pictures = Pictures(of: asset, shownAs: shown, addresses)
        alternate = Alternate(of: asset, files, besides: shown)
        self.edit = edit.map(Edit.init)
        unedited = Unedited(of: asset, files)
        video = files.playable(.current).flatMap {
            Video($0, of: asset, codec: metadata.videoCodec, slowMotion)
        }
    }
}

extension AssetDocument.Edit {
    init(_ edit: EditSummary) {
        date = edit.date.flatMap(Timestamp.utc)
        editor = edit.editor
        formatIdentifier = edit.formatIdentifier
        formatVersion = edit.formatVersion
    }
}

extension AssetDocument.Unedited {
    /// Returns `nil` unless the asset is an edited photo.
    fileprivate init?(of asset: AssetRecord, _ files: AssetFiles<ResourceRecord>) {
        guard asset.hasAdjustments, asset.mediaType == .image, let resource = files.picture(.unadjusted),
            resource.type.mediaType == .image
        else { return nil }
        let source = PictureSource(resource, assetUUID: asset.uuid)
        pixelWidth = resource.pixelWidth
        pixelHeight = resource.pixelHeight
        content = source.contentTag
        let addresses = AssetAddresses(uuid: asset.uuid, content: content, version: .unadjusted)
        pictures = AssetDocument.Pictures(of: asset, shownAs: resource, addresses)
    }
}

extension AssetDocument.Video {
    /// - Parameter isOfBase: Whether the video is the one that a recipe applies to.
    init?(
        _ resource: ResourceRecord, of asset: AssetRecord, codec: String?, _ slowMotion: SlowMotion?,
        isOfBase: Bool = false
    ) {
        let source = MovieSource(resource)
        let addresses = MovieAddresses(uuid: asset.uuid, content: source.contentTag, isOfBase: isOfBase)
        address = addresses.file
        self.codec = codec
        contentType = FileAnswer.contentType(of: resource)
        parts = addresses.parts
        frames = Frames(address: addresses.frames, count: MoviePlayback.frameCount)
        self.slowMotion = slowMotion.map { Slowed(start: $0.range.start, end: $0.range.end, rate: $0.rate) }
    }
}

extension AssetDocument.Resource {
    fileprivate init(_ record: ResourceRecord, _ addresses: AssetAddresses, isLocallyAvailable: Bool) {
        type = record.type.name ?? AssetDocument.unknown
        originalFilename = record.originalFilename
        uniformTypeIdentifier = record.uniformTypeIdentifier
        contentType = FileAnswer.contentType(of: record)
        fileSize = record.fileSize
        pixelWidth = record.pixelWidth
        pixelHeight = record.pixelHeight
        address = addresses.original(type: type)
        self.isLocallyAvailable = isLocallyAvailable
    }
}

extension AssetDocument.Pictures {
    /// The formats that browsers show correctly.
    private static let browserTypes: Set<String> = [
        "public.jpeg", "public.png", "com.compuserve.gif", "org.webmproject.webp",
    ]

    /// The largest original that a page loads as a whole. A browser needs four bytes for each of its pixels.
    private static let wholeLimitInPixels = 40_000_000

    fileprivate init(of asset: AssetRecord, shownAs resource: ResourceRecord?, _ addresses: AssetAddresses) {
        thumbnail = addresses.thumbnail
        preview = addresses.preview
        rendition = addresses.rendition(long: AssetAddresses.sharpRendition)
        let isStill = asset.mediaType == .image
        let original = resource.flatMap { resource in
            Self.browserTypes.contains(resource.uniformTypeIdentifier)
                ? addresses.original(type: resource.type.name ?? AssetDocument.unknown) : nil
        }
        let isAnimated = asset.playbackStyle == .imageAnimated
        let (width, height) = (resource?.pixelWidth ?? 0, resource?.pixelHeight ?? 0)
        let whole = width * height <= Self.wholeLimitInPixels ? original : nil
        let isTiled =
            isStill && !isAnimated && whole == nil && max(width, height) > AssetAddresses.largestRendition
        let full = isAnimated ? original : whole
        self.full = isStill ? full ?? addresses.largestRendition(longSide: max(width, height)) : nil
        tiles = isTiled ? addresses.tiles : nil
        animated = isStill && isAnimated ? original : nil
    }
}

extension AssetDocument.Alternate {
    /// Returns `nil` unless the asset has a second original that is a photo: the one that the user didn't choose.
    fileprivate init?(of asset: AssetRecord, _ files: AssetFiles<ResourceRecord>, besides shown: ResourceRecord?) {
        let version: AssetVersion = asset.originalChoice == .raw ? .compressed : .original
        guard asset.mediaType == .image, files[.alternatePhoto] != nil, let resource = files.picture(version),
            resource.type != shown?.type
        else { return nil }
        let source = PictureSource(resource, assetUUID: asset.uuid)
        type = resource.type.name ?? AssetDocument.unknown
        pixelWidth = resource.pixelWidth
        pixelHeight = resource.pixelHeight
        content = source.contentTag
        let addresses = AssetAddresses(uuid: asset.uuid, content: content, version: version)
        pictures = AssetDocument.Pictures(of: asset, shownAs: resource, addresses)
    }
}
