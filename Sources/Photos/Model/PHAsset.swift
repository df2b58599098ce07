import Albumen
public import CoreLocation
public import Foundation
import Records
import Synchronization
public import UniformTypeIdentifiers

/// The properties of a photo, video or Live Photo in the library.
///
/// Fetch assets to get their properties, and request their images from ``PHImageManager``:
///
/// ```swift
/// let photos = PHAsset.fetchAssets(with: .image, options: nil)
/// photos.enumerateObjects { photo, _, _ in
///     print(photo.localIdentifier, photo.pixelWidth, photo.pixelHeight, photo.creationDate ?? "no date")
/// }
/// ```
///
/// An asset never changes after its fetch. An asset that you create with ``init()`` is empty and represents no object
/// in the library.
// Unchecked because the class is open. Its stored properties are constant, except for one with a lock.
open class PHAsset: PHObject, @unchecked Sendable {
    let record: AssetRecord?
    /// Where the asset was fetched from.
    private let context: FetchContext?
    var library: Library? { context?.library }
    /// The client's access now.
    var currentView: LibraryView? { context?.currentView }
    /// Made when first needed: most assets of a fetch are never asked for more than their row.
    private let lazyDetails = Mutex<AssetDetails?>(nil)

    /// An empty asset.
    public override init() {
        record = nil
        context = nil
        super.init(localIdentifier: "")
    }

    init(record: AssetRecord, context: FetchContext) {
        self.record = record
        self.context = context
        super.init(localIdentifier: LocalIdentifier.string(uuid: record.uuid, kind: .asset))
    }

    /// Returns all assets that match the options, by creation date, oldest first, unless the options sort differently.
    ///
    /// Fetches never fail. Without access the result is empty. The first fetch of an app that never asked for access
    /// asks the user, and returns an empty result at once. Blocks until the identifiers are read.
    open class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        AssetFetching.all(options)
    }

    /// Returns the assets of a media type.
    open class func fetchAssets(
        with mediaType: PHAssetMediaType, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        AssetFetching.assets(of: mediaType, options)
    }

    /// Returns the members of an album.
    ///
    /// Albums keep their own order. Members of smart albums and moments come by creation date, oldest first, and
    /// members of Recently Deleted by deletion date, latest first. Only Hidden and Recently Deleted have hidden
    /// members, unless the options include hidden assets.
    open class func fetchAssets(
        in assetCollection: PHAssetCollection, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        AssetFetching.members(of: assetCollection, options)
    }

    /// Returns up to three assets that represent an album: the newest members that aren't hidden, or the first
    /// members of a transient album.
    ///
    /// - Parameter options: A predicate selects among these three. Without sort descriptors, the most representative
    ///   asset comes first.
    /// - Returns: `nil` if the collection is empty, transient or Recently Deleted.
    open class func fetchKeyAssets(
        in assetCollection: PHAssetCollection, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset>? {
        AssetFetching.keyAssets(of: assetCollection, options)
    }

    /// Returns an empty result, because no asset here comes from Apple's AssetsLibrary.
    @available(*, deprecated, message: "Assets have no such URLs. Use fetchAssets(withLocalIdentifiers:options:).")
    open class func fetchAssets(
        withALAssetURLs assetURLs: [URL], options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        AssetFetching.nothing(options)
    }

    /// Returns the assets with these identifiers, in the order of any fetch. Leaves out unknown identifiers and those
    /// of assets in Recently Deleted. An identifier may lack its suffix.
    ///
    /// - Parameter options: Unless they say otherwise, hidden assets and all photos of a burst are found. A client
    ///   leaves them out by setting `includeHiddenAssets` or `includeAllBurstAssets` to `false`.
    open class func fetchAssets(
        withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        AssetFetching.assets(withLocalIdentifiers: identifiers, options)
    }

    /// Returns the photos of a burst in the order of capture: its representative and the photos that the user picked,
    /// or all photos if the options include them.
    open class func fetchAssets(
        withBurstIdentifier burstIdentifier: String, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        AssetFetching.assets(withBurstIdentifier: burstIdentifier, options)
    }

    /// Image, video or audio.
    open var mediaType: PHAssetMediaType { PHAssetMediaType(record?.mediaType ?? .unknown) }

    /// What sets the asset apart from others of its type.
    open var mediaSubtypes: PHAssetMediaSubtype {
        PHAssetMediaSubtype(record?.mediaSubtypes ?? [])
    }

    /// How the asset is to be shown.
    open var playbackStyle: PlaybackStyle { PlaybackStyle(record?.playbackStyle ?? .unsupported) }

    /// The width of the picture as it is shown, in pixels.
    open var pixelWidth: Int { record?.pixelWidth ?? 0 }

    /// The height of the picture as it is shown, in pixels.
    open var pixelHeight: Int { record?.pixelHeight ?? 0 }

    /// When the picture was taken. Where its file tells a time without a zone, that time taken as UTC; where it tells
    /// none, when the file was last changed.
    open var creationDate: Date? { record?.creationDate }

    /// When the asset was last changed in the library; at first, when it came in.
    open var modificationDate: Date? { record?.modificationDate }

    /// When the asset came into the library.
    open var addedDate: Date? { record?.addedDate }

    /// Where the picture was taken.
    open var location: CLLocation? {
        guard let record, let latitude = record.latitude, let longitude = record.longitude else { return nil }
        return CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
            altitude: record.altitude ?? 0, horizontalAccuracy: record.horizontalAccuracy ?? 0,
            verticalAccuracy: record.altitude == nil ? -1 : 0, timestamp: record.creationDate ?? record.addedDate)
    }

    /// How long the video is, in seconds; 0 for a photo.
    open var duration: TimeInterval { record?.duration ?? 0 }

    /// Whether the user keeps the asset out of sight.
    open var isHidden: Bool { record?.isHidden ?? false }

    /// Whether the user marked the asset as a favourite.
    open var isFavorite: Bool { record?.isFavorite ?? false }

    /// What the photos of one burst share.
    open var burstIdentifier: String? { record?.burstIdentifier }

    /// Who picked the photo out of its burst.
    open var burstSelectionTypes: PHAssetBurstSelectionType {
        PHAssetBurstSelectionType(record?.burstSelectionTypes ?? [])
    }

    /// Whether the photo stands for its burst where the others are not shown.
    open var representsBurst: Bool { record?.representsBurst ?? false }

    /// Where the asset came from.
    open var sourceType: PHAssetSourceType {
        PHAssetSourceType(record?.sourceType ?? [])
    }

    /// The type of the picture or video, `UTType.data` for an empty asset. The first time, the catalog is read.
    open var contentType: UTType {
        details?.files.primary(.current).flatMap { UTType($0.uniformTypeIdentifier) } ?? .data
    }

    /// How many stars the user had given when the asset was fetched. The first time, the catalog is read.
    open var rating: Rating { details?.metadata.rating.flatMap(Rating.init(rawValue:)) ?? .unset }

    /// Caption and keywords as they were when the asset was fetched, and the file name. The first time, the catalog is read.
    /// Empty for an asset that the app may no longer see, unless the app read it before.
    open var extendedMetadata: PHAssetExtendedMetadata {
        PHAssetExtendedMetadata(
            record: details?.metadata ?? MetadataRecord(),
            originalFilename: details?.files.primary(.unadjusted)?.originalFilename)
    }

    /// Whether the asset has edits: a photo or video that an app rendered. Reads the catalog the first time.
    open var hasAdjustments: Bool { details?.files.isAdjusted ?? false }

    /// Who edited the asset, if anybody did.
    open var adjustmentsState: AdjustmentsState { hasAdjustments ? .userAdjusted : .none }

    /// Which app's format the edits are in. Always `nil`, because the library keeps no edits yet.
    open var adjustmentFormatIdentifier: String? { nil }

    /// When the asset was last edited. Always `nil`, because the library keeps no edits yet.
    open var adjustmentTimestamp: Date? { nil }

    /// Whether the app may now do this with the asset: everything with one in the library that it may see and change,
    /// but for the content of sound and of a file that is damaged. Nothing with an asset in Recently Deleted, and
    /// nothing with an empty one. Reads the catalog each time, so that the answer is not that of the fetch; never asks
    /// the user.
    open func canPerform(_ editOperation: PHAssetEditOperation) -> Bool {
        guard let record, let view = library.map(PhotoLibrarySession.current.currentView) else { return false }
        do {
            guard let asset = try view.asset(withUUID: record.uuid) else { return false }
            let isEditable = [.image, .video].contains(mediaType) && asset.damage == nil
            return editOperation == .content ? isEditable : true
        } catch {
            Diagnostics.report("Whether \(localIdentifier) can be changed could not be read: \(error)")
            return false
        }
    }

    /// Nil for an empty asset.
    var details: AssetDetails? {
        guard let record, let context else { return nil }
        return lazyDetails.withLock { details in
            let made = details ?? AssetDetails(assetID: record.id, context: context)
            details = made
            return made
        }
    }

    override func getter(ofKey key: String) -> (() -> Any?)? {
        guard let get = Self.keyedValues[key] else { return super.getter(ofKey: key) }
        return { get(self) }
    }

    /// For debugging: the identifier, type, size in pixels and creation date.
    open override var description: String {
        guard record != nil else { return "<PHAsset without identifier>" }
        let date = creationDate.map { "\($0)" } ?? "no date"
        return "<PHAsset \(localIdentifier) \(mediaType), \(pixelWidth) × \(pixelHeight), \(date)>"
    }

    /// How an asset is to be shown.
    public enum PlaybackStyle: Int, Sendable {
        /// Not at all: the style of an asset that stands for nothing.
        case unsupported = 0
        /// As a picture.
        case image = 1
        /// As a picture that moves, such as an animated GIF.
        case imageAnimated = 2
        /// As a Live Photo.
        case livePhoto = 3
        /// As a video.
        case video = 4
        /// As a video that begins again at its end. Albumen has none.
        case videoLooping = 5
    }
}
