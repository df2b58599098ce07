import Albumen
public import CoreLocation
import Foundation
import Records
public import UIKit

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
/// A property returns the value that you set, or else the asset's value. The library never rewrites the asset's file.
open class PHAssetChangeRequest: PHChangeRequest {
    var target = AssetTarget.nothing
    private var change = AssetChange()
    private var givenLocation: CLLocation??

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

    private func set(_ edit: (inout AssetChange) -> Void) {
        var own = AssetChange()
        edit(&own)
        change = change.followed(by: own)
        switch target {
        case .nothing:
            refuse("A \(type(of: self)) without an asset changes nothing.")
        case .asset(let asset):
            guard let uuid = asset.record?.uuid else {
                return refuse("The asset stands for nothing: it does not come from a fetch. Fetch the one to change.")
            }
            recording.record(own, ofAsset: uuid, for: Self.self)
        case .creation:
            updateDraft { $0.change = change }
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
