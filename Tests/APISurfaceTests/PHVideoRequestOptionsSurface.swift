import Photos

func usePHVideoRequestOptions() -> PHVideoRequestOptions? {
    let options: PHVideoRequestOptions = PHVideoRequestOptions()
    options.version = .original
    let _: PHVideoRequestOptionsVersion = options.version
    options.deliveryMode = .mediumQualityFormat
    let _: PHVideoRequestOptionsDeliveryMode = options.deliveryMode
    options.isNetworkAccessAllowed = true
    let _: Bool = options.isNetworkAccessAllowed
    options.progressHandler = { progress, error, stop, info in
        let _: Double = progress
        let _: Error? = error
        let _: [AnyHashable: Any]? = info
        stop.pointee = true
    }
    let handler: PHAssetVideoProgressHandler? = options.progressHandler
    options.progressHandler = handler
    let _: any NSCopying = options
    let _: Any = options.copy(with: nil)
    return options.copy() as? PHVideoRequestOptions
}
