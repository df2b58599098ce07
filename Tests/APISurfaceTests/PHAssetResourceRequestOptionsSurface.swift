import Photos

func usePHAssetResourceRequestOptions() -> PHAssetResourceRequestOptions? {
    let options: PHAssetResourceRequestOptions = PHAssetResourceRequestOptions()
    options.isNetworkAccessAllowed = true
    let _: Bool = options.isNetworkAccessAllowed
    options.progressHandler = { progress in
        let _: Double = progress
    }
    let handler: PHAssetResourceProgressHandler? = options.progressHandler
    options.progressHandler = handler
    let _: any NSCopying = options
    let _: Any = options.copy(with: nil)
    let _: NSObject = options
    return options.copy() as? PHAssetResourceRequestOptions
}

class UploadOptions: PHAssetResourceRequestOptions {
    override init() {
        super.init()
        isNetworkAccessAllowed = true
    }
}
