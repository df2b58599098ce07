import Photos
import UIKit

func usePHImageRequestOptions() -> PHImageRequestOptions? {
    let options: PHImageRequestOptions = PHImageRequestOptions()
    options.version = .original
    let _: PHImageRequestOptionsVersion = options.version
    options.deliveryMode = .highQualityFormat
    let _: PHImageRequestOptionsDeliveryMode = options.deliveryMode
    options.resizeMode = .exact
    let _: PHImageRequestOptionsResizeMode = options.resizeMode
    options.normalizedCropRect = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    let _: CGRect = options.normalizedCropRect
    options.isNetworkAccessAllowed = true
    let _: Bool = options.isNetworkAccessAllowed
    options.isSynchronous = true
    let _: Bool = options.isSynchronous
    options.progressHandler = { progress, error, stop, info in
        let _: Double = progress
        let _: Error? = error
        let _: [AnyHashable: Any]? = info
        if progress < 0 { stop.pointee = true }
    }
    let handler: PHAssetImageProgressHandler? = options.progressHandler
    options.progressHandler = handler
    options.progressHandler = nil
    options.allowSecondaryDegradedImage = true
    let _: Bool = options.allowSecondaryDegradedImage
    options.preferHDR = true
    let _: Bool = options.preferHDR
    options.targetHDRHeadroom = 2.5
    let _: CGFloat = options.targetHDRHeadroom

    let _: any NSCopying = options
    let _: NSObject = options
    let _: Any = options.copy(with: nil)
    return options.copy() as? PHImageRequestOptions
}

/// Options of an app's own.
class ThumbnailOptions: PHImageRequestOptions {
    override init() {
        super.init()
        deliveryMode = .opportunistic
        resizeMode = .fast
    }
}
