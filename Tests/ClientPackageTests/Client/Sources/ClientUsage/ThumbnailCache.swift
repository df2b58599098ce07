import Photos
import UIKit

extension PHCachingImageManager {
    /// As `requestImage`, with the size in points.
    func requestThumbnail(of asset: PHAsset, _ completion: @escaping (UIImage?) -> Void) {
        let size = CGSize(width: 80 * UIScreen.main.scale, height: 80 * UIScreen.main.scale)
        requestImage(for: asset, targetSize: size, contentMode: .aspectFill, options: nil) { image, _ in
            completion(image)
        }
    }
}

/// Keeps what is about to be scrolled to.
final class ThumbnailCache {
    private let manager = PHCachingImageManager()
    private let size: CGSize
    private var window = IndexSet()

    init(size: CGSize) {
        self.size = size
    }

    /// As apps for systems before iOS 26 write it.
    @available(*, deprecated)
    func cacheInLowQuality() {
        manager.allowsCachingHighQualityImages = false
    }

    /// The shared manager caches nothing; apps ask it for single pictures.
    var shared: PHImageManager { PHCachingImageManager.default() }

    func move(to new: IndexSet, of result: PHFetchResult<PHAsset>) {
        let added = result.objects(at: new.subtracting(window))
        let removed = result.objects(at: window.subtracting(new))
        manager.startCachingImages(for: added, targetSize: size, contentMode: .aspectFill, options: nil)
        manager.stopCachingImages(for: removed, targetSize: size, contentMode: .aspectFill, options: nil)
        window = new
    }

    func reset() {
        manager.stopCachingImagesForAllAssets()
        window = []
    }
}
