import Photos
import UIKit

func usePHCachingImageManager(_ assets: [PHAsset], _ options: PHImageRequestOptions?) {
    let manager: PHCachingImageManager = PHCachingImageManager()
    let _: PHImageManager = manager
    requireSendable(manager)
    let size = CGSize(width: 200, height: 200)
    manager.startCachingImages(for: assets, targetSize: size, contentMode: .aspectFill, options: options)
    manager.startCachingImages(for: assets, targetSize: size, contentMode: PHImageContentMode.default, options: nil)
    manager.stopCachingImages(for: assets, targetSize: size, contentMode: .aspectFill, options: options)
    manager.stopCachingImagesForAllAssets()
    let _: PHImageRequestID = manager.requestImage(
        for: assets[0], targetSize: size, contentMode: .aspectFill, options: nil
    ) { _, _ in }
    manager.cancelImageRequest(PHInvalidImageRequestID)
}

@available(*, deprecated)
func useDeprecatedQuality(of manager: PHCachingImageManager) {
    manager.allowsCachingHighQualityImages = false
    let _: Bool = manager.allowsCachingHighQualityImages
}

/// The window around what a grid shows.
final class ThumbnailCache {
    var manager: PHCachingImageManager!
    private var previous: [PHAsset] = []

    func reset() {
        manager.stopCachingImagesForAllAssets()
        previous = []
    }

    func update(_ visible: PHFetchResult<PHAsset>, _ indexes: IndexSet, size: CGSize) {
        let assets = visible.objects(at: indexes)
        let added = assets.filter { !previous.contains($0) }
        let removed = previous.filter { !assets.contains($0) }
        manager.startCachingImages(for: added, targetSize: size, contentMode: .aspectFill, options: nil)
        manager.stopCachingImages(for: removed, targetSize: size, contentMode: .aspectFill, options: nil)
        previous = assets
    }
}
