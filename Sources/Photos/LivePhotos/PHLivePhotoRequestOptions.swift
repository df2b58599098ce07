public import Foundation

/// Options for a request for a Live Photo. A request reads its options once. Later changes have no effect on it.
open class PHLivePhotoRequestOptions: NSObject, NSCopying {
    /// The version of the Live Photo. The default is `current`.
    open var version = PHImageRequestOptionsVersion.current

    /// The delivery mode. The default is `opportunistic`.
    open var deliveryMode = PHImageRequestOptionsDeliveryMode.opportunistic

    /// Whether the request may download a remote photo and video. The default is `false`.
    open var isNetworkAccessAllowed = false

    /// A handler that is called during downloads, like ``PHImageRequestOptions/progressHandler``.
    open var progressHandler: PHAssetImageProgressHandler?

    /// Whether the Live Photo's picture is an HDR image if its photo has light that's brighter than white. The default
    /// is `false`.
    ///
    /// The light isn't tone mapped, because these options have no headroom. In other respects the option works as
    /// ``PHImageRequestOptions/preferHDR``. The video stays the same.
    open var preferHDR = false

    public override init() {}

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHLivePhotoRequestOptions()
        copy.version = version
        copy.deliveryMode = deliveryMode
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.progressHandler = progressHandler
        copy.preferHDR = preferHDR
        return copy
    }
}

extension ImageRequestSettings {
    /// Converts the options of a Live Photo. `nil` means the default options.
    init(_ options: PHLivePhotoRequestOptions?) {
        let options = options ?? PHLivePhotoRequestOptions()
        let imageOptions = PHImageRequestOptions()
        imageOptions.version = options.version
        imageOptions.deliveryMode = options.deliveryMode
        imageOptions.resizeMode = .exact
        imageOptions.isNetworkAccessAllowed = options.isNetworkAccessAllowed
        imageOptions.progressHandler = options.progressHandler
        imageOptions.preferHDR = options.preferHDR
        imageOptions.targetHDRHeadroom = 0
        self.init(imageOptions)
    }
}
