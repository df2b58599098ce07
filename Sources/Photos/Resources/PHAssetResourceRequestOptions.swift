// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// The identifier of a request for a resource's data. Positive and unique in the process.
public typealias PHAssetResourceDataRequestID = Int32

/// An identifier that no request has.
public let PHInvalidAssetResourceDataRequestID: PHAssetResourceDataRequestID = 0

/// A handler for the progress of a download, as a fraction from 0 to 1.
public typealias PHAssetResourceProgressHandler = (Double) -> Void

/// Options for reading a resource. A request reads its options once. Later changes have no effect on it.
open class PHAssetResourceRequestOptions: NSObject, NSCopying {
    /// Whether the request may download a remote resource. The default is `false`.
    open var isNetworkAccessAllowed = false

    /// A handler that is called during a download, on a serial queue of no particular thread. It isn't called for a
    /// resource on this machine. In a method of a `@MainActor` class, write `{ @Sendable … in }`, because nothing
    /// checks the handler's thread.
    open var progressHandler: PHAssetResourceProgressHandler?

    public override init() {}

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHAssetResourceRequestOptions()
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.progressHandler = progressHandler
        return copy
    }
}
