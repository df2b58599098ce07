public import Foundation

/// A handler for the progress of a download. Its parameters are the fraction from 0 to 1, an error, a flag that
/// cancels the request, and further information.
public typealias PHAssetImageProgressHandler = (
    Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?
) -> Void

/// Options for an image request. A request reads its options once. Later changes have no effect on it.
open class PHImageRequestOptions: NSObject, NSCopying {
    /// The version of the image. The default is `current`.
    open var version = PHImageRequestOptionsVersion.current

    /// The delivery mode. The default is `opportunistic`. Synchronous requests and requests for data ignore it.
    open var deliveryMode = PHImageRequestOptionsDeliveryMode.opportunistic

    /// The resize mode. The default is ``defaultResizeMode``.
    open var resizeMode = PHImageRequestOptions.defaultResizeMode

    /// The part of the image to return, in coordinates from 0 to 1 from its upper left corner. Zero, the default,
    /// means the entire image. Only has an effect with the resize mode `exact`. The area outside of the image is
    /// ignored.
    open var normalizedCropRect = CGRect.zero

    /// Whether the request may download a remote original. The default is `false`.
    open var isNetworkAccessAllowed = false

    /// Whether the request method blocks until it has called the result handler once, on the caller's thread, with
    /// the final image. The default is `false`.
    open var isSynchronous = false

    /// A handler that is called during a download, on a serial queue of no particular thread. If the download fails,
    /// it's called once more with the error that the result handler then receives. Setting the flag cancels the
    /// request. In a method of a `@MainActor` class, write `{ @Sendable … in }`, because nothing checks the handler's
    /// thread.
    open var progressHandler: PHAssetImageProgressHandler?

    /// Whether opportunistic delivery may return a second, larger degraded image before the image. The default is
    /// `false`.
    open var allowSecondaryDegradedImage = false

    /// Whether the request returns an HDR image if the asset has light that's brighter than white. The default is
    /// `false`.
    ///
    /// Assets in PQ or HLG and those with a gain map have such light. The final image of such an asset has
    /// `UIImage.isHighDynamicRange` set. Degraded images are SDR, and so are images with the delivery mode `fastFormat`
    /// unless the HDR image is in memory. Other assets return the same images as without this option. Has an effect
    /// only if ``targetHDRHeadroom`` isn't 1, and none on requests for data.
    ///
    /// An HDR image is decoded from the original, which is downloaded if necessary and allowed. If it can't be, the
    /// image is SDR.
    open var preferHDR = false

    /// The brightest light that the display will show, relative to white. The default is 1, which means an SDR image.
    ///
    /// Brighter light is tone mapped to this value. 0 means that the value is unknown, and nothing is tone mapped.
    /// Values below 1 become 0. The value depends on the display, so request the image again if the display changes.
    open var targetHDRHeadroom: CGFloat = 1 {
        didSet {
            // Also for a value that isn't a number.
            if !(1 ... .greatestFiniteMagnitude).contains(targetHDRHeadroom) { targetHDRHeadroom = 0 }
        }
    }

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
        copy.preferHDR = preferHDR
        copy.targetHDRHeadroom = targetHDRHeadroom
        return copy
    }
}
