public import Foundation

/// A handler for the progress of a download, like ``PHAssetImageProgressHandler``.
public typealias PHAssetVideoProgressHandler = (
    Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?
) -> Void

/// Options for a request for a video. A request reads its options once. Later changes have no effect on it.
open class PHVideoRequestOptions: NSObject, NSCopying {
    /// Whether the request may download a remote video. The default is `false`.
    open var isNetworkAccessAllowed = false

    /// The version of the video. The default is `current`.
    open var version = PHVideoRequestOptionsVersion.current

    /// The quality of a streamed video. Has no effect: a request returns the file itself. The default is `automatic`.
    open var deliveryMode = PHVideoRequestOptionsDeliveryMode.automatic

    /// A handler that is called during a download, like ``PHImageRequestOptions/progressHandler``.
    open var progressHandler: PHAssetVideoProgressHandler?

    public override init() {}

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHVideoRequestOptions()
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.version = version
        copy.deliveryMode = deliveryMode
        copy.progressHandler = progressHandler
        return copy
    }
}

/// The version of an asset's video.
public enum PHVideoRequestOptionsVersion: Int, Sendable {
    /// The video with all edits. A slow-motion video plays slowed.
    case current = 0
    /// The imported file.
    case original = 1
}

/// The quality of a video that is streamed from a cloud.
public enum PHVideoRequestOptionsDeliveryMode: Int, Sendable {
    /// The best quality that can be streamed.
    case automatic = 0
    /// The full quality.
    case highQualityFormat = 1
    /// A medium quality.
    case mediumQualityFormat = 2
    /// A low quality.
    case fastFormat = 3
}

extension ImageRequestSettings {
    /// Converts the options of a video. `nil` means the default options.
    init(_ options: PHVideoRequestOptions?) {
        let options = options ?? PHVideoRequestOptions()
        let imageOptions = PHImageRequestOptions()
        imageOptions.version = options.version == .current ? .current : .original
        imageOptions.deliveryMode = .highQualityFormat
        imageOptions.isNetworkAccessAllowed = options.isNetworkAccessAllowed
        imageOptions.progressHandler = options.progressHandler
        self.init(imageOptions)
    }
}
