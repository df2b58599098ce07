import Photos

func usePHContentEditingInputRequestOptions(_ asset: PHAsset) -> PHContentEditingInputRequestOptions {
    let options: PHContentEditingInputRequestOptions = PHContentEditingInputRequestOptions()
    options.isNetworkAccessAllowed = true
    options.skipsDisplaySizeImage = true
    let _: Bool = options.skipsDisplaySizeImage
    options.canHandleAdjustmentData = { data in data.formatIdentifier == "format" && data.formatVersion == "1" }
    let canHandle: (PHAdjustmentData) -> Bool = options.canHandleAdjustmentData
    options.canHandleAdjustmentData = canHandle
    options.progressHandler = { progress, stop in
        let _: Double = progress
        stop.pointee = true
    }
    let handler: ((Double, UnsafeMutablePointer<ObjCBool>) -> Void)? = options.progressHandler
    options.progressHandler = handler
    let _: PHAsset.OriginalResourceChoice = options.originalResourceChoice
    options.originalResourceChoice = .raw
    let _: NSObject = options
    return options
}

func useContentEditingRequest(_ asset: PHAsset, _ options: PHContentEditingInputRequestOptions?) {
    asset.requestContentEditingInput(with: nil) { _, _ in }
    let number: PHContentEditingInputRequestID = asset.requestContentEditingInput(with: options) { input, info in
        let _: PHContentEditingInput? = input
        let _: [AnyHashable: Any] = info
        let _: Bool? = info[PHContentEditingInputResultIsInCloudKey] as? Bool
        let _: NSNumber? = info[PHContentEditingInputCancelledKey] as? NSNumber
        let _: Error? = info[PHContentEditingInputErrorKey] as? Error
    }
    let _: Int = number
    asset.cancelContentEditingInputRequest(number)
}

class EditorOptions: PHContentEditingInputRequestOptions {
    override init() {
        super.init()
        canHandleAdjustmentData = { _ in true }
    }
}
