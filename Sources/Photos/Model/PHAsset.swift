public import CoreLocation
public import Foundation
import PhotoLibrary
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
    /// The library and the version from which the asset was fetched.
    private let context: FetchContext?
    var library: Library? { context?.library }
    /// Whether the fetch was one of members of Recently Deleted.
    var isFetchedFromTrash: Bool { context?.isTrash ?? false }
    /// The library with the client's current access.
    var currentView: LibraryView? { context?.currentView }
    /// Created on first use, because most fetched assets only need their row.
    private let lazyDetails: Mutex<AssetDetails?>

    /// Creates an empty asset.
    public override init() {
        record = nil
        context = nil
        lazyDetails = Mutex(nil)
        super.init(localIdentifier: "")
    }

    /// - Parameter details: The details at the version of the context, if the fetch has read them.
    init(record: AssetRecord, context: FetchContext, details: AssetPage.Details? = nil) {
        self.record = record
        self.context = context
        lazyDetails = Mutex(details.map { AssetDetails(assetID: record.id, context: context, known: $0) })
        super.init(localIdentifier: LocalIdentifier.string(uuid: record.uuid, kind: .asset))
    }

    /// Returns all assets that match the options. By default, the oldest creation date comes first.
    ///
    /// Fetches never fail. Without access, the result is empty. If the app has never requested access, its first fetch
    /// asks the user and returns an empty result at once. Blocks until the identifiers are read.
    @discardableResult
    open class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        AssetFetching.all(options)
    }

    /// Returns the assets of a media type.
    @discardableResult
    open class func fetchAssets(
        with mediaType: PHAssetMediaType, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        AssetFetching.assets(of: mediaType, options)
    }

    /// Returns the members of an album.
    ///
    /// Albums keep their own order. Members of smart albums and moments are sorted by creation date, oldest first.
    /// Members of Recently Deleted are sorted by deletion date, latest first. By default, only Hidden and Recently
    /// Deleted contain hidden members.
    @discardableResult
    open class func fetchAssets(
        in assetCollection: PHAssetCollection, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        AssetFetching.members(of: assetCollection, options)
    }

    /// Returns up to three assets that represent an album: the cover that the user chose for it, and the newest members
    /// that aren't hidden, or the first members of a transient album.
    ///
    /// - Parameter options: A predicate selects among these three. Without sort descriptors, the most representative
    ///   asset comes first.
    /// - Returns: `nil` if the collection is empty, transient or Recently Deleted.
    @discardableResult
    open class func fetchKeyAssets(
        in assetCollection: PHAssetCollection, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset>? {
        AssetFetching.keyAssets(of: assetCollection, options)
    }

    /// Returns an empty result, because no asset here comes from Apple's AssetsLibrary.
    @available(*, deprecated, message: "Assets have no such URLs. Use fetchAssets(withLocalIdentifiers:options:).")
    @discardableResult
    open class func fetchAssets(
        withALAssetURLs assetURLs: [URL], options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        AssetFetching.nothing(options)
    }

    /// Returns the assets with these identifiers, sorted as in any fetch. Ignores unknown identifiers and identifiers
    /// of assets in Recently Deleted. An identifier may lack its suffix.
    ///
    /// - Parameter options: By default, the result includes hidden assets and all photos of a burst. To exclude them,
    ///   set `includeHiddenAssets` or `includeAllBurstAssets` to `false`.
    @discardableResult
    open class func fetchAssets(
        withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        AssetFetching.assets(withLocalIdentifiers: identifiers, options)
    }

    /// Returns the photos of a burst in the order of capture: its representative and the photos that the user picked,
    /// or all photos if the options include them.
    @discardableResult
    open class func fetchAssets(
        withBurstIdentifier burstIdentifier: String, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        AssetFetching.assets(withBurstIdentifier: burstIdentifier, options)
    }

    /// The type of the asset: image, video or audio.
    open var mediaType: PHAssetMediaType { PHAssetMediaType(record?.mediaType ?? .unknown) }

    /// The subtypes of the asset, such as Live Photo or panorama.
    open var mediaSubtypes: PHAssetMediaSubtype {
        PHAssetMediaSubtype(record?.mediaSubtypes ?? [])
    }

    /// The way to present the asset.
    open var playbackStyle: PlaybackStyle { PlaybackStyle(record?.playbackStyle ?? .unsupported) }

    /// The effect of a Live Photo, from an imported edit by Apple's editor: from its recipe, or else from the metadata of
    /// its rendered video. Later edits keep it. `none` after the edits were reverted.
    ///
    /// With `autoloop` and `mirror`, the ``playbackStyle-swift.property`` is `videoLooping`. With `longExposure`, it's
    /// `livePhoto`, or `image` if the edit has no video. Apple doesn't document the pairs.
    open var playbackVariation: PlaybackVariation { PlaybackVariation(record?.playbackVariation ?? .none) }

    /// The width of the upright picture, in pixels.
    open var pixelWidth: Int { record?.pixelWidth ?? 0 }

    /// The height of the upright picture, in pixels.
    open var pixelHeight: Int { record?.pixelHeight ?? 0 }

    /// The date when the picture was taken. A time without a time zone counts as UTC. If the file contains no date,
    /// this is the date of the file's last modification.
    open var creationDate: Date? { record?.creationDate }

    /// The date of the asset's last change in the library. Initially, the date when the asset was added.
    open var modificationDate: Date? { record?.modificationDate }

    /// The date when the asset was added to the library.
    open var addedDate: Date? { record?.addedDate }

    /// The location where the picture was taken. A location that a client set keeps its speed, course, accuracies and
    /// time.
    open var location: CLLocation? {
        guard let record, let latitude = record.latitude, let longitude = record.longitude else { return nil }
        let movement = record.movement.flatMap(LocationMovement.init)
        return CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
            altitude: record.altitude ?? 0, horizontalAccuracy: record.horizontalAccuracy ?? 0,
            verticalAccuracy: movement?.verticalAccuracy ?? (record.altitude == nil ? -1 : 0),
            course: movement?.course ?? -1, courseAccuracy: movement?.courseAccuracy ?? -1,
            speed: movement?.speed ?? -1, speedAccuracy: movement?.speedAccuracy ?? -1,
            timestamp: movement?.timestamp ?? record.creationDate ?? record.addedDate)
    }

    /// The duration of the video in seconds, or 0 for a photo.
    open var duration: TimeInterval { record?.duration ?? 0 }

    /// Whether the user has hidden the asset.
    open var isHidden: Bool { record?.isHidden ?? false }

    /// Whether the asset is a favourite of the user.
    open var isFavorite: Bool { record?.isFavorite ?? false }

    /// The identifier that all photos of a burst share.
    open var burstIdentifier: String? { record?.burstIdentifier }

    /// The reasons why the photo of a burst is selected.
    open var burstSelectionTypes: PHAssetBurstSelectionType {
        PHAssetBurstSelectionType(record?.burstSelectionTypes ?? [])
    }

    /// Whether the photo represents its burst when the other photos aren't shown.
    open var representsBurst: Bool { record?.representsBurst ?? false }

    /// The source of the asset.
    open var sourceType: PHAssetSourceType {
        PHAssetSourceType(record?.sourceType ?? [])
    }

    /// The type of the picture or video, or `UTType.data` for an empty asset. The first access reads the catalog.
    open var contentType: UTType {
        details?.files.primary(.current).flatMap { UTType($0.uniformTypeIdentifier) } ?? .data
    }

    /// The user's rating at the time of the fetch, in stars. The first access reads the catalog.
    open var rating: Rating { details?.metadata.rating.flatMap(Rating.init(rawValue:)) ?? .unset }

    /// The caption and keywords at the time of the fetch, and the filename. The first access reads the catalog. Empty
    /// for an asset that the app may no longer see, unless the app read it before.
    open var extendedMetadata: PHAssetExtendedMetadata {
        PHAssetExtendedMetadata(
            record: details?.metadata ?? MetadataRecord(),
            originalFilename: details?.files.primary(.unadjusted)?.originalFilename)
    }

    /// Whether the asset has an edit: a photo or video that an app rendered, and the app's recipe.
    open var hasAdjustments: Bool { record?.hasAdjustments ?? false }

    /// The origin of the asset's edit.
    open var adjustmentsState: AdjustmentsState { hasAdjustments ? .userAdjusted : .none }

    /// The format of the edit's recipe, or `nil` if the asset has no edit.
    open var adjustmentFormatIdentifier: String? { record?.adjustmentFormatIdentifier }

    /// The date of the edit, or `nil` if the asset has no edit.
    open var adjustmentTimestamp: Date? { record?.adjustmentTimestamp }

    /// The original that is the base of all renderings of a photo that was taken as RAW and JPEG or HEIC, at the time
    /// of the fetch.
    ///
    /// Always `compressed` for an asset with one original, also if that is a RAW. The user chooses the original, and
    /// apps choose it with ``PHAssetChangeRequest/revertAssetContent(to:)``. The asset's size, ``contentType`` and the
    /// filename in ``extendedMetadata`` are those of the chosen original. Its dates, location and metadata stay those
    /// of the JPEG or HEIC.
    open var originalResourceChoice: OriginalResourceChoice {
        OriginalResourceChoice(record?.originalChoice ?? .compressed)
    }

    /// Returns whether the app may perform an operation on the asset now.
    ///
    /// An app may perform every operation on an asset of the library that it may see and change, except that it can't
    /// edit the content of audio and of damaged files. It may perform no operation on an empty asset or on an asset in
    /// Recently Deleted.
    ///
    /// Reads the catalog each time, so the result reflects the current state and not the state at the fetch. Never asks
    /// the user.
    @discardableResult
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

    /// Requests the photo or video to edit, with the recipe of the asset's edit if the app understands it.
    ///
    /// The completion handler is called once, on an arbitrary serial queue, or on `PHPhotoLibrary.callbackQueue` if you set
    /// it to a queue other than the main queue. If there is no input, it receives `nil` and a ``PHPhotosError`` for
    /// ``PHContentEditingInputErrorKey``:
    /// - 3164 if a file is remote, and the options don't allow the network
    /// - 3169 if a download fails
    /// - 3302 if the file is damaged
    /// - 3303 if the asset is empty or was deleted, or if a file is missing
    /// - 3306 if the asset is neither a photo nor a video
    /// - 3310 or 3311 without access to the library
    /// - 3072 if the request was cancelled
    ///
    /// - Parameter options: The options. `nil` means the default options.
    /// - Returns: The identifier to cancel the request with.
    @discardableResult
    open func requestContentEditingInput(
        with options: PHContentEditingInputRequestOptions?,
        completionHandler: @escaping (PHContentEditingInput?, [AnyHashable: Any]) -> Void
    ) -> PHContentEditingInputRequestID {
        let session = PhotoLibrarySession.current
        let pending = PendingRequest<EditingInput>(ImageRequestSettings(options), on: session.arbitraryCallbackQueue) {
            completionHandler($0?.value, $1.editingDictionary)
        }
        EditingInputRequest.start(pending, of: self, options, session)
        return PHContentEditingInputRequestID(pending.number)
    }

    /// Cancels a request for a content editing input. Calls its handler once more, without an input, with
    /// ``PHContentEditingInputCancelledKey`` and error 3072. Has no effect if the request has ended.
    open func cancelContentEditingInputRequest(_ requestID: PHContentEditingInputRequestID) {
        if let number = PHImageRequestID(exactly: requestID) { PendingRequests.cancel(number) }
    }

    /// The asset's details, or `nil` for an empty asset.
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

    /// A description for debugging, with the identifier, type, size in pixels and creation date.
    open override var description: String {
        guard record != nil else { return "<PHAsset without identifier>" }
        let date = creationDate.map { "\($0)" } ?? "no date"
        return "<PHAsset \(localIdentifier) \(mediaType), \(pixelWidth) × \(pixelHeight), \(date)>"
    }

    /// The ways to present an asset.
    public enum PlaybackStyle: Int, Sendable {
        /// The style of an empty asset, which can't be presented.
        case unsupported = 0
        /// A still picture.
        case image = 1
        /// An animated picture, such as an animated GIF.
        case imageAnimated = 2
        /// A Live Photo.
        case livePhoto = 3
        /// A video.
        case video = 4
        /// A Live Photo with the effect Loop or Bounce: a video that repeats, which
        /// `PHImageManager.requestPlayerItem(forVideo:options:resultHandler:)` returns. Its media type is `image`.
        case videoLooping = 5
    }

    /// The effects of Live Photos.
    public enum PlaybackVariation: Int, Sendable {
        /// The Live Photo plays as it was taken, or the asset isn't a Live Photo.
        case none = 0
        /// Loop: the video repeats.
        case autoloop = 1
        /// Bounce: the video plays forwards and backwards, and repeats.
        case mirror = 2
        /// Long Exposure: the frames are blended into one picture.
        case longExposure = 3
    }
}
