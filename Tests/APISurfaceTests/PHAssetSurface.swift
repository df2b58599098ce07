import Photos
import UIKit
import UniformTypeIdentifiers

func usePHAsset(_ asset: PHAsset) {
    let _: PHAsset = PHAsset()
    let _: PHObject = asset
    let _: PHAsset.PlaybackStyle = asset.playbackStyle
    let _: PHAssetMediaType = asset.mediaType
    let _: PHAssetMediaSubtype = asset.mediaSubtypes
    let _: Int = asset.pixelWidth
    let _: Int = asset.pixelHeight
    let _: Date? = asset.creationDate
    let _: Date? = asset.modificationDate
    let _: Date? = asset.addedDate
    let _: CLLocation? = asset.location
    let _: TimeInterval = asset.duration
    let _: Bool = asset.isHidden
    let _: Bool = asset.isFavorite
    let _: String? = asset.burstIdentifier
    let _: PHAssetBurstSelectionType = asset.burstSelectionTypes
    let _: Bool = asset.representsBurst
    let _: PHAssetSourceType = asset.sourceType
    let _: UTType = asset.contentType
    let _: PHAsset.Rating = asset.rating
    let _: PHAssetExtendedMetadata = asset.extendedMetadata
    let _: Bool = asset.hasAdjustments
    let _: PHAsset.AdjustmentsState = asset.adjustmentsState
    let _: String? = asset.adjustmentFormatIdentifier
    let _: Date? = asset.adjustmentTimestamp
    let _: PHAsset.OriginalResourceChoice = asset.originalResourceChoice
    let _: PHAsset.PlaybackVariation = asset.playbackVariation
    let _: Bool = asset.canPerform(.properties)
    let _: Bool = asset.canPerform(PHAssetEditOperation.delete)

    let request: PHContentEditingInputRequestID = asset.requestContentEditingInput(with: nil) { _, _ in }
    asset.cancelContentEditingInputRequest(request)

    let _: CGSize = CGSize(width: asset.pixelWidth, height: asset.pixelHeight)
    let _: CLLocationDegrees? = asset.location?.coordinate.latitude
    let _: Bool = asset.mediaSubtypes.contains(.photoLive)
    let _: Bool = asset.mediaType == .image && asset.sourceType == .typeUserLibrary
    requireSendable(asset)
}

func fetchPHAssets(
    in collection: PHAssetCollection, options: PHFetchOptions, identifiers: [String], asset: PHAsset
) {
    let _: PHFetchResult<PHAsset> = PHAsset.fetchAssets(with: nil as PHFetchOptions?)
    let _: PHFetchResult<PHAsset> = PHAsset.fetchAssets(with: nil)
    let _: PHFetchResult<PHAsset> = PHAsset.fetchAssets(with: options)
    let _: PHFetchResult<PHAsset> = PHAsset.fetchAssets(with: .image, options: nil)
    let _: PHFetchResult<PHAsset> = PHAsset.fetchAssets(with: PHAssetMediaType.video, options: options)
    let _: PHFetchResult<PHAsset> = PHAsset.fetchAssets(in: collection, options: nil)
    let _: PHFetchResult<PHAsset> = PHAsset.fetchAssets(in: collection, options: options)
    let _: PHAsset? = PHAsset.fetchAssets(withLocalIdentifiers: [asset.localIdentifier], options: nil).firstObject
    let _: PHFetchResult<PHAsset> = PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: options)
    if let burst = asset.burstIdentifier {
        let _: PHFetchResult<PHAsset> = PHAsset.fetchAssets(withBurstIdentifier: burst, options: nil)
        let _: PHFetchResult<PHAsset> = PHAsset.fetchAssets(withBurstIdentifier: burst, options: options)
    }
}

func fetchOtherPHAssets(in collection: PHAssetCollection, options: PHFetchOptions) {
    let _: PHFetchResult<PHAsset>? = PHAsset.fetchKeyAssets(in: collection, options: nil)
    let _: PHAsset? = PHAsset.fetchKeyAssets(in: collection, options: options)?.firstObject
}

@available(*, deprecated)
func fetchPHAssetsOfOldURLs(_ urls: [URL]) {
    let _: PHFetchResult<PHAsset> = PHAsset.fetchAssets(withALAssetURLs: urls, options: nil)
}

/// The private keys that apps read.
func readPrivateValues(of asset: PHAsset) {
    let _: String? = asset.value(forKey: "filename") as? String
    let _: String? = asset.value(forKey: "originalFilename") as? String
    let _: String? = asset.value(forKey: "uniformTypeIdentifier") as? String
    let _: Bool? = asset.value(forKey: "locallyAvailable") as? Bool
    let _: Bool? = (asset.value(forKey: "isCloudPlaceholder") as? NSNumber)?.boolValue
    guard let name = asset.value(forKey: "filename") as? String else { return }
    let _: String = (name as NSString).pathExtension.lowercased()
}

/// Assets as the keys of a grid's selection and of its caches.
final class AssetSelection {
    private var order: [PHAsset] = []
    private var positions: [PHAsset: Int] = [:]
    private let sizes = NSCache<PHAsset, NSNumber>()

    func toggle(_ asset: PHAsset) {
        if let position = order.firstIndex(of: asset) {
            order.remove(at: position)
            positions[asset] = nil
        } else {
            order.append(asset)
            positions[asset] = order.count
        }
        sizes.setObject(NSNumber(value: asset.pixelWidth), forKey: asset)
    }

    func unseen(among assets: [PHAsset]) -> Set<PHAsset> {
        Set(assets).subtracting(order)
    }
}

/// A stand-in, as tests of apps write them.
class StandInAsset: PHAsset, @unchecked Sendable {
    private let size: CGSize

    init(size: CGSize) {
        self.size = size
        super.init()
    }

    override var mediaType: PHAssetMediaType { .image }
    override var mediaSubtypes: PHAssetMediaSubtype { [.photoPanorama, .photoHDR] }
    override var playbackStyle: PHAsset.PlaybackStyle { .image }
    override var pixelWidth: Int { Int(size.width) }
    override var pixelHeight: Int { Int(size.height) }
    override var creationDate: Date? { Date(timeIntervalSince1970: 0) }
    override var modificationDate: Date? { creationDate }
    override var addedDate: Date? { creationDate }
    override var location: CLLocation? { CLLocation(latitude: 52.5, longitude: 13.4) }
    override var duration: TimeInterval { 0 }
    override var isHidden: Bool { false }
    override var isFavorite: Bool { true }
    override var burstIdentifier: String? { nil }
    override var burstSelectionTypes: PHAssetBurstSelectionType { [] }
    override var representsBurst: Bool { false }
    override var sourceType: PHAssetSourceType { .typeUserLibrary }
    override var contentType: UTType { .jpeg }
    override var hasAdjustments: Bool { false }
    override func canPerform(_ editOperation: PHAssetEditOperation) -> Bool { true }
    override func value(forKey key: String) -> Any? { super.value(forKey: key) }
}
