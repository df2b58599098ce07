public import Foundation

/// Called while an original is downloaded: how much of it is there from 0 to 1, what went wrong, a flag that cancels
/// the request when it is set, and what else is known.
public typealias PHAssetImageProgressHandler = (
    Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?
) -> Void

/// Which image is wanted, and how it is to come. A request reads its options once; changing them later changes no
/// request.
open class PHImageRequestOptions: NSObject, NSCopying {
    /// At first `current`.
    open var version = PHImageRequestOptionsVersion.current

    /// At first `opportunistic`. Synchronous requests and requests for data take no notice.
    open var deliveryMode = PHImageRequestOptionsDeliveryMode.opportunistic

    /// At first ``defaultResizeMode``.
    open var resizeMode = PHImageRequestOptions.defaultResizeMode

    /// The part of the image that is wanted, from 0 to 1 from its upper left corner; at first zero, which stands for
    /// all of it. Counts with the resize mode `exact` alone. What lies outside of the image is left out.
    open var normalizedCropRect = CGRect.zero

    /// Whether an original that is elsewhere may be downloaded. At first `false`.
    open var isNetworkAccessAllowed = false

    /// Whether the request method blocks until the result handler was called, once, on the caller's thread, with the
    /// image at its best. At first `false`.
    open var isSynchronous = false

    /// Called while an original is downloaded, and only then, on a serial queue of no particular thread. Where the
    /// download fails it is called once more with the error that the result handler then gets. Setting the flag
    /// cancels the request. In a method of a `@MainActor` class write `{ @Sendable … in }`, because nothing checks on
    /// which thread the handler runs.
    open var progressHandler: PHAssetImageProgressHandler?

    /// Whether opportunistic delivery may give a second degraded image, larger than the first, before the image. At
    /// first `false`.
    open var allowSecondaryDegradedImage = false

    public override init() {}

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHImageRequestOptions()
        copy.version = version
        copy.deliveryMode = deliveryMode
        copy.resizeMode = resizeMode
        copy.normalizedCropRect = normalizedCropRect
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.isSynchronous = isSynchronous
        copy.progressHandler = progressHandler
        copy.allowSecondaryDegradedImage = allowSecondaryDegradedImage
        return copy
    }
}
