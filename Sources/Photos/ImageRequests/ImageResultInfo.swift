import Albumen
import Foundation
import MediaWork

/// What is told beside an image or its bytes.
struct ImageResultInfo: Sendable {
    let requestID: PHImageRequestID
    var isDegraded = false
    var isCancelled = false
    /// What is better than this has to be fetched first.
    var isInCloud = false
    /// No other call follows. Not in the dictionary.
    var isLast = true
    var error: (any Error)?
    /// Under this URL the file has its own name.
    var fileURL: URL?
    var uniformTypeIdentifier: String?

    init(requestID: PHImageRequestID, isDegraded: Bool = false, isInCloud: Bool = false) {
        self.requestID = requestID
        self.isDegraded = isDegraded
        self.isInCloud = isInCloud
    }

    /// For a request that has nothing to show.
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

    /// PhotoKit's dictionary. Truth values and numbers are `NSNumber`s, which cast to Swift's types too.
    var dictionary: [AnyHashable: Any] {
        var info: [AnyHashable: Any] = [
            PHImageResultRequestIDKey: NSNumber(value: requestID),
            PHImageResultIsDegradedKey: NSNumber(value: isDegraded),
        ]
        if isInCloud { info[PHImageResultIsInCloudKey] = NSNumber(value: true) }
        if isCancelled { info[PHImageCancelledKey] = NSNumber(value: true) }
        if let error { info[PHImageErrorKey] = NSError.photos(error) }
        // Two keys without a declaration, which apps are known to read.
        if let fileURL { info["PHImageFileURLKey"] = fileURL as NSURL }
        if let uniformTypeIdentifier { info["PHImageFileUTIKey"] = uniformTypeIdentifier }
        return info
    }
}
