import Albumen
import Catalog
public import CoreLocation
import Foundation
public import UIKit

/// A wish to make, change or delete an asset.
///
/// It reads like a mutable copy of its asset: what was set, else what the asset has. The file is never rewritten.
open class PHAssetChangeRequest: PHChangeRequest {
    var target = AssetTarget.nothing
    private var change = AssetChange()
    private var givenLocation: CLLocation??

    /// A request to change an asset. An asset that stands for nothing, that is in Recently Deleted or that the app may
    /// not see makes the block fail when anything is changed.
    public convenience init(for asset: PHAsset) {
        self.init()
        target = .asset(asset)
    }

    /// A request to make an asset of a picture, as a JPEG of quality 0.9 in sRGB. What a picture's file may tell beside
    /// its pixels, date and place too, is not in a `UIImage`. Encodes at once. The file is named `IMG_` and eight
    /// digits of the asset's identifier; an empty picture makes the block fail with 3302.
    @discardableResult
    open class func creationRequestForAsset(from image: UIImage) -> Self {
        let request = Self()
        guard let data = image.jpegData(compressionQuality: 0.9) else {
            // Before the asset, so that this is what the block fails with, and not that its photo is missing.
            request.record(
                .refuse(
                    LibraryError(.invalidResource, "A UIImage without pixels, or too large for a JPEG, is no photo.")))
            request.beginCreation()
            return request
        }
        let uuid = request.beginCreation()
        request.addPart(
            .photo, .data(data), originalFilename: "IMG_\(uuid.prefix(8)).JPG",
            uniformTypeIdentifier: "public.jpeg")
        return request
    }

    /// A request to make an asset of a picture's file, which is copied after the block.
    ///
    /// - Returns: `nil` where there is no such file that can be read. Whether it is a picture is found out after the
    ///   block, which fails with 3302 if it is none.
    @discardableResult
    open class func creationRequestForAssetFromImage(atFileURL fileURL: URL) -> Self? {
        creationRequest(.photo, fileURL)
    }

    /// A request to make an asset of a video's file, which is copied after the block.
    ///
    /// - Returns: `nil` where there is no such file that can be read. Whether it is a video is found out after the
    ///   block, which fails with 3302 if it is none.
    @discardableResult
    open class func creationRequestForAssetFromVideo(atFileURL fileURL: URL) -> Self? {
        creationRequest(.video, fileURL)
    }

    /// Deletes assets: after the commit they are in Recently Deleted, for 30 days. The user is asked, once a block; who
    /// says no lets the whole block fail with 3072.
    ///
    /// - Parameter assets: `PHAsset`s, in a fetch result too.
    open class func deleteAssets(_ assets: any NSFastEnumeration) {
        let request = Self()
        do throws(LibraryError) {
            for uuid in try ChangeItems.assets(assets) { request.record(.trash(assetUUID: uuid)) }
        } catch {
            request.record(.refuse(error))
        }
    }

    /// Stands for the asset that the request makes; `nil` where it makes none.
    open var placeholderForCreatedAsset: PHObjectPlaceholder? {
        guard case .creation(_, let draft) = target else { return nil }
        return PHObjectPlaceholder(uuid: draft.uuid, kind: .asset)
    }

    /// When the picture was taken.
    open var creationDate: Date? {
        get { change.creationDate ?? target.asset?.creationDate }
        set { set { $0.creationDate = newValue } }
    }

    /// Where the picture was taken.
    open var location: CLLocation? {
        get { givenLocation ?? target.asset?.location }
        set {
            set { $0.location = .some(newValue.map { AssetLocation($0) }) }
            givenLocation = newValue
        }
    }

    /// Whether the user marks the asset as a favourite.
    open var isFavorite: Bool {
        get { change.isFavorite ?? target.asset?.isFavorite ?? false }
        set { set { $0.isFavorite = newValue } }
    }

    /// Whether the user keeps the asset out of sight.
    open var isHidden: Bool {
        get { change.isHidden ?? target.asset?.isHidden ?? false }
        set { set { $0.isHidden = newValue } }
    }

    /// How many stars the user gives.
    open var rating: PHAsset.Rating {
        get { change.rating.flatMap(PHAsset.Rating.init(rawValue:)) ?? target.asset?.rating ?? .unset }
        set { set { $0.rating = newValue.rawValue } }
    }

    /// What the user writes about the asset.
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
            recording.record(own, ofAsset: uuid, for: self)
        case .creation:
            updateDraft { $0.change = change }
        }
    }
}

/// What a request is about.
enum AssetTarget {
    case nothing
    case asset(PHAsset)
    /// An asset that the request makes, at its place among the operations of the block.
    case creation(index: Int, AssetDraft)

    var asset: PHAsset? {
        guard case .asset(let asset) = self else { return nil }
        return asset
    }
}
