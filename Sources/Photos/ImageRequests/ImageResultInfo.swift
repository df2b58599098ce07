import Foundation

/// What is told beside an image or its bytes.
struct ImageResultInfo: Sendable {
    let requestID: PHImageRequestID
    var isDegraded = false
    var isCancelled = false
    var error: (any Error)?
    /// Under this URL the file has its own name.
    var fileURL: URL?
    var uniformTypeIdentifier: String?

    /// PhotoKit's dictionary. Truth values and numbers are `NSNumber`s, which cast to Swift's types too.
    var dictionary: [AnyHashable: Any] {
        var info: [AnyHashable: Any] = [
            PHImageResultRequestIDKey: NSNumber(value: requestID),
            PHImageResultIsDegradedKey: NSNumber(value: isDegraded),
        ]
        if isCancelled { info[PHImageCancelledKey] = NSNumber(value: true) }
        if let error { info[PHImageErrorKey] = NSError.photos(error) }
        // Two keys without a declaration, which apps are known to read.
        if let fileURL { info["PHImageFileURLKey"] = fileURL as NSURL }
        if let uniformTypeIdentifier { info["PHImageFileUTIKey"] = uniformTypeIdentifier }
        return info
    }
}
