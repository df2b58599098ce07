import Photos
import UIKit

/// The model of a grid of thumbnails and a page about one photo. Use it on the main thread.
class PhotoGridModel: NSObject {
    struct Details {
        var fileName: String?
        var pixelSize: CGSize?
        var date: Date?
        var type: PHAssetMediaType
        var location: CLLocation?
        var duration: TimeInterval
    }

    /// All photos, newest first.
    private(set) var photos: PHFetchResult<PHAsset>?
    private(set) var thumbnails: [PHAsset: UIImage] = [:]
    /// The number of images delivered for the grid, and the number of degraded ones that a better image followed.
    private(set) var callCount = 0
    private(set) var degradedCount = 0

    /// The size of the grid's cells in pixels.
    private let thumbnailSize: CGSize
    private var manager: PHCachingImageManager!

    init(cellSize: CGSize) {
        let scale = UIScreen.main.scale
        thumbnailSize = CGSize(width: cellSize.width * scale, height: cellSize.height * scale)
        super.init()
    }

    /// Fetches the photos if the user allows access.
    func load(_ completion: @escaping (Bool) -> Void) {
        PHPhotoLibrary.requestAuthorization { status in
            // The handler is called on another thread.
            DispatchQueue.main.async {
                guard status == .authorized else { return completion(false) }
                let options = PHFetchOptions()
                options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
                options.predicate = NSPredicate(format: "mediaType = %d", PHAssetMediaType.image.rawValue)
                self.photos = PHAsset.fetchAssets(with: .image, options: options)
                self.manager = PHCachingImageManager()
                self.resetCache()
                completion(true)
            }
        }
    }

    func resetCache() {
        manager.stopCachingImagesForAllAssets()
    }

    /// Requests the grid's thumbnails. A photo's cell changes whenever a better thumbnail arrives.
    func showThumbnails(_ mode: PHImageRequestOptionsDeliveryMode, _ completion: @escaping () -> Void) {
        guard let photos = photos, photos.count > 0 else { return completion() }
        callCount = 0
        degradedCount = 0
        let options = PHImageRequestOptions()
        options.deliveryMode = mode
        var missing = photos.count
        photos.enumerateObjects { asset, _, _ in
            self.manager.requestImage(
                for: asset, targetSize: self.thumbnailSize, contentMode: .aspectFill, options: options
            ) { image, info in
                self.callCount += 1
                if let image = image { self.thumbnails[asset] = image }
                if info?[PHImageResultIsDegradedKey] as? Bool == true {
                    self.degradedCount += 1
                } else {
                    missing -= 1
                    if missing == 0 { completion() }
                }
            }
        }
    }

    /// Requests the details of one photo.
    func showDetails(of asset: PHAsset, _ completion: @escaping (Details) -> Void) {
        var details = Details(
            date: asset.creationDate, type: asset.mediaType, location: asset.location, duration: asset.duration)
        PHImageManager.default().requestImageData(
            for: asset, options: nil,
            resultHandler: { _, _, _, info in
                details.fileName = (info!["PHImageFileURLKey"] as! NSURL).lastPathComponent
                PHImageManager.default().requestImage(
                    for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .default, options: nil
                ) { image, info in
                    details.pixelSize = image?.size
                    if info?[PHImageResultIsDegradedKey] as? Bool != true { completion(details) }
                }
            })
    }
}
