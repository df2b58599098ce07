import Foundation
import MediaRequests
import PhotoLibrary

/// The information beside an image or its data.
struct ImageResultInfo: Sendable {
    let requestID: PHImageRequestID
    var isDegraded = false
    var isCancelled = false
    /// Whether a better image must be downloaded first.
    var isInCloud = false
    /// Whether this call is the last one. Not in the dictionary.
    var isLast = true
    var error: (any Error)?
    /// A URL at which the file has its own name.
    var fileURL: URL?
    var uniformTypeIdentifier: String?

    init(requestID: PHImageRequestID, isDegraded: Bool = false, isInCloud: Bool = false) {
        self.requestID = requestID
        self.isDegraded = isDegraded
        self.isInCloud = isInCloud
    }

    /// Creates the information of a failed request.
    init(requestID: PHImageRequestID, failure: any Error) {
        self.requestID = requestID
        note(failure)
    }

    mutating func note(_ failure: any Error) {
        isCancelled =
            failure is CancellationError || (failure as? MediaError)?.code == .cancelled
            || (failure as? RequestFailure)?.code == .userCancelled
        error = isCancelled ? RequestFailure.cancelled : failure
        isInCloud = (failure as? LibraryError)?.code == .networkAccessRequired
    }

    /// PhotoKit's dictionary. Booleans and numbers are `NSNumber`s, which can also be cast to Swift's types.
    var dictionary: [AnyHashable: Any] {
        var info: [AnyHashable: Any] = [
            PHImageResultRequestIDKey: NSNumber(value: requestID),
            PHImageResultIsDegradedKey: NSNumber(value: isDegraded),
        ]
        if isInCloud { info[PHImageResultIsInCloudKey] = NSNumber(value: true) }
        if isCancelled { info[PHImageCancelledKey] = NSNumber(value: true) }
        if let error { info[PHImageErrorKey] = NSError.photos(error) }
        // Two undocumented keys that apps read.
        if let fileURL { info["PHImageFileURLKey"] = fileURL as NSURL }
        if let uniformTypeIdentifier { info["PHImageFileUTIKey"] = uniformTypeIdentifier }
        return info
    }
}
