import Photos

func usePHLivePhotoRequestOptions() -> PHLivePhotoRequestOptions? {
    let options: PHLivePhotoRequestOptions = PHLivePhotoRequestOptions()
    options.version = .unadjusted
    let _: PHImageRequestOptionsVersion = options.version
    options.deliveryMode = .fastFormat
    let _: PHImageRequestOptionsDeliveryMode = options.deliveryMode
    options.isNetworkAccessAllowed = true
    let _: Bool = options.isNetworkAccessAllowed
    options.progressHandler = { _, _, stop, _ in stop.pointee = true }
    let _: PHAssetImageProgressHandler? = options.progressHandler
    options.preferHDR = true
    let _: Bool = options.preferHDR
    let _: any NSCopying = options
    let _: Any = options.copy(with: nil)
    return options.copy() as? PHLivePhotoRequestOptions
}
