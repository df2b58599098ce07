import Photos

func useSelector(_ asset: PHAsset, _ resource: PHAssetResource) {
    let selector: Selector = NSSelectorFromString("filename")
    let _: String = NSStringFromSelector(selector)
    let _: Selector = Selector("filename")
    let _: Selector = Selector(("filename"))
    let _: Selector = "filename"
    let _: Selector = Selector(stringLiteral: "filename")
    let _: String = selector.description
    requireHashable(selector)
    requireSendable(selector)
    if asset.responds(to: selector) {
        let _: String? = asset.perform(selector)?.takeUnretainedValue() as? String
        let _: NSString? = asset.perform(Selector(("filename"))).takeUnretainedValue() as? NSString
    }
    asset.perform(NSSelectorFromString("originalFilename"))
    if resource.responds(to: NSSelectorFromString("fileSize")) {
        let _: NSNumber? = resource.perform(NSSelectorFromString("fileSize"))?.takeUnretainedValue() as? NSNumber
    }
}
