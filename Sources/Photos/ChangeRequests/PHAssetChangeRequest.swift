public import CoreLocation
import Foundation
import PhotoLibrary
import Records
public import UIKitCore

/// A request to create, change or delete an asset.
///
/// Create change requests in a change block of the library:
///
/// ```swift
/// guard let photo = PHAsset.fetchAssets(with: .image, options: nil).firstObject else { return }
/// try await PHPhotoLibrary.shared().performChanges {
///     let request = PHAssetChangeRequest(for: photo)
///     request.isFavorite = true
///     request.creationDate = Date()
/// }
/// ```
///
/// A property returns the value that you set, or else the asset's value. The library never rewrites the asset's
/// original file. An edit adds a file to it.
open class PHAssetChangeRequest: PHChangeRequest {
    var target = AssetTarget.nothing
    private(set) var change = AssetChange()
    private var givenLocation: CLLocation??
    private var recordsEdit = false
    private var choosesOriginal = false

    /// The edit of the asset's photo or video. Replaces the asset's present edit, but never the original.
    ///
    /// The output is read at the end of the change block. ``PHContentEditingOutput`` describes the errors. If the app
    /// didn't create the asset, the user is asked once per change block. If the user declines, the entire block fails
    /// with `userCancelled` (3072). Editing the photo of a Live Photo makes the current version a still photo.
    open var contentEditingOutput: PHContentEditingOutput? {
        didSet { recordEdit() }
    }

    /// Creates a request to change an asset. The block fails if a change is for an empty asset, for an asset in
    /// Recently Deleted, or for an asset that the app may not see.
    public convenience init(for asset: PHAsset) {
        self.init()
        target = .asset(asset)
    }

    /// Creates a request for a new asset from an image, as a JPEG of quality 0.9 in sRGB.
    ///
    /// Encodes the image at once. A `UIImage` has no metadata, so its file contains no date and no location. The file
    /// is named `IMG_` and the first eight digits of the asset's identifier. An empty image makes the block fail with
    /// 3302.
    @discardableResult
    open class func creationRequestForAsset(from image: UIImage) -> Self {
        creationRequest(image)
    }

    /// Creates a request for a new asset from an image file, which is copied after the block.
    ///
    /// - Returns: `nil` if the file doesn't exist or isn't readable. If the file isn't an image, the block fails with
    ///   3302.
    @discardableResult
    open class func creationRequestForAssetFromImage(atFileURL fileURL: URL) -> Self? {
        creationRequest(.photo, fileURL)
    }

    /// Creates a request for a new asset from a video file, which is copied after the block.
    ///
    /// - Returns: `nil` if the file doesn't exist or isn't readable. If the file isn't a video, the block fails with
    ///   3302.
    @discardableResult
    open class func creationRequestForAssetFromVideo(atFileURL fileURL: URL) -> Self? {
        creationRequest(.video, fileURL)
    }

    /// Deletes assets. After the commit, they are in Recently Deleted for 30 days. Asks the user once per change block.
    /// If the user declines, the entire block fails with `userCancelled` (3072).
    ///
    /// - Parameter assets: `PHAsset`s in an array, a set or a fetch result.
    open class func deleteAssets(_ assets: any NSFastEnumeration) {
        let recording = ChangeRecording.required(for: self)
        do throws(LibraryError) {
            for uuid in try ChangeItems.assets(assets) { recording.record(.trash(assetUUID: uuid), for: self) }
        } catch {
            recording.record(.refuse(error), for: self)
        }
    }

    open override class func newRequest() -> PHChangeRequest {
        PHAssetChangeRequest()
    }

    /// The placeholder of the asset that the request creates, or `nil` if it creates none.
    open var placeholderForCreatedAsset: PHObjectPlaceholder? {
        guard case .creation(_, let draft) = target else { return nil }
        return PHObjectPlaceholder(uuid: draft.uuid, kind: .asset)
    }

    /// The date when the picture was taken.
    open var creationDate: Date? {
        get { change.creationDate ?? target.asset?.creationDate }
        set { set { $0.creationDate = newValue } }
    }

    /// The location where the picture was taken.
    open var location: CLLocation? {
        get { givenLocation ?? target.asset?.location }
        set {
            set { $0.location = .some(newValue.map { AssetLocation($0) }) }
            givenLocation = newValue
        }
    }

    /// Whether the asset is a favourite of the user.
    open var isFavorite: Bool {
        get { change.isFavorite ?? target.asset?.isFavorite ?? false }
        set { set { $0.isFavorite = newValue } }
    }

    /// Whether the user has hidden the asset.
    open var isHidden: Bool {
        get { change.isHidden ?? target.asset?.isHidden ?? false }
        set { set { $0.isHidden = newValue } }
    }

    /// The user's rating, in stars.
    open var rating: PHAsset.Rating {
        get { change.rating.flatMap(PHAsset.Rating.init(rawValue:)) ?? target.asset?.rating ?? .unset }
        set { set { $0.rating = newValue.rawValue } }
    }

    /// The user's caption of the asset.
    open var caption: String? {
        get { change.caption ?? target.asset?.extendedMetadata.caption }
        set { set { $0.caption = newValue } }
    }

    /// Turns the video of a Live Photo off or on again. Without its video, the asset is a still photo: its
    /// `mediaSubtypes` don't contain `photoLive`, and its `playbackStyle` is `image`. The video stays among its
    /// resources. Apple doesn't document the effect on these properties.
    ///
    /// The block fails with 3306 for an asset that isn't a Live Photo. Apple doesn't document the code.
    open func setLivePhotoVideoPlaybackEnabled(_ enabled: Bool) {
        set { $0.playsVideo = enabled }
    }

    /// Adds a keyword after the asset's other keywords. Has no effect if the asset has it already.
    ///
    /// Keywords are compared by their characters: case and spaces count, and composed and decomposed characters are
    /// equal. Apple doesn't document the comparison. A new asset also has the keywords in its file. The block fails with
    /// -1 for an empty keyword, for one of more than 1,000 bytes in UTF-8, and if the asset would have more than 1,000
    /// keywords.
    open func addKeyword(_ keyword: String) {
        adjust { $0.addKeyword(keyword) }
    }

    /// Removes a keyword. Has no effect if the asset doesn't have it. ``addKeyword(_:)`` describes the comparison.
    open func removeKeyword(_ keyword: String) {
        adjust { $0.removeKeyword(keyword) }
    }

    /// Removes the edit of the asset, so that its photo or video is the original again. Has no effect on an asset
    /// without an edit.
    ///
    /// The change block fails with 3164 if the original is remote. Request the original first, and allow the network. If
    /// the app didn't create the asset, the user is asked as for ``contentEditingOutput``.
    open func revertAssetContentToOriginal() {
        guard let uuid = targetUUID() else { return }
        record(.revertEdit(assetUUID: uuid))
    }

    /// Removes the edit of a photo that was taken as RAW and JPEG or HEIC, and makes one of both the base of all its
    /// renderings. Has no effect on an asset without an edit that has that original already.
    ///
    /// ``PHAsset/originalResourceChoice`` changes with the commit. The change block fails:
    /// - with 3300 if the asset has one original, or if the request also has a ``contentEditingOutput``. Apple doesn't
    ///   document the code.
    /// - with 3164 if an original is remote and its upload isn't verified. Request it first with
    ///   ``PHAssetResourceManager``, and allow the network.
    ///
    /// If the app didn't create the asset, the user is asked as for ``contentEditingOutput``.
    open func revertAssetContent(to choice: PHAsset.OriginalResourceChoice) {
        guard let uuid = targetUUID() else { return }
        guard !recordsEdit else { return refuse(Self.bothContents) }
        choosesOriginal = true
        record(.revertEdit(assetUUID: uuid, to: OriginalChoice(choice)))
    }

    private static let bothContents =
        "A request can't set a contentEditingOutput and revert the asset's content to an original. Use two requests."

    private func recordEdit() {
        guard !choosesOriginal else { return refuse(Self.bothContents) }
        contentEditingOutput.map { recording.keep($0.files) }
        guard !recordsEdit, let uuid = targetUUID() else { return }
        recordsEdit = true
        recording.recordAtEnd(for: Self.self) { self.contentEditingOutput?.operation(forAssetUUID: uuid) }
    }

    /// Returns the UUID of the asset that the request creates or changes. Without an asset, makes the block fail and
    /// returns `nil`.
    private func targetUUID() -> String? {
        switch target {
        case .nothing:
            refuse("A \(type(of: self)) without an asset changes nothing.")
            return nil
        case .asset(let asset):
            if let uuid = asset.record?.uuid { return uuid }
            refuse("The asset doesn't come from a fetch. Fetch the asset to change.")
            return nil
        case .creation(_, let draft): return draft.uuid
        }
    }

    func set(_ edit: (inout AssetChange) -> Void) {
        var own = AssetChange()
        edit(&own)
        change = change.followed(by: own)
        guard let uuid = targetUUID() else { return }
        switch target {
        case .nothing: break
        case .asset: recording.record(own, ofAsset: uuid, for: Self.self)
        case .creation:
            updateDraft { $0.change = change }
        }
    }

    private func adjust(_ edit: (inout AssetAdjustment) -> Void) {
        guard let uuid = targetUUID() else { return }
        switch target {
        case .nothing: break
        case .asset: recording.adjust(uuid, for: Self.self, edit)
        case .creation:
            updateDraft { edit(&$0.adjustment) }
        }
    }
}

/// The asset that a request creates or changes.
enum AssetTarget {
    case nothing
    case asset(PHAsset)
    /// An asset that the request creates, and its index among the operations of the block.
    case creation(index: Int, AssetDraft)

    var asset: PHAsset? {
        guard case .asset(let asset) = self else { return nil }
        return asset
    }
}
