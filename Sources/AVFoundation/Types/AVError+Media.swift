import Foundation
import MediaRequests

extension AVError {
    /// - Parameters:
    ///   - problem: The problem and the file, for people.
    ///   - remedy: The next step, or `nil` if there is none.
    init(_ code: Code, _ problem: String, remedy: String? = nil, url: URL? = nil) {
        var information: [String: Any] = [NSLocalizedDescriptionKey: problem]
        information[NSLocalizedRecoverySuggestionErrorKey] = remedy
        information[NSURLErrorKey] = url
        self.init(_nsError: NSError(domain: AVFoundationErrorDomain, code: code.rawValue, userInfo: information))
    }

    /// Converts an error of the media worker.
    ///
    /// - Parameter action: The action that failed, such as `be opened`.
    init(_ error: MediaError, _ file: String, action: String, url: URL? = nil) {
        let (code, remedy): (Code, String?) =
            switch error.code {
            case .notMedia: (.fileFormatNotRecognized, "Choose a movie or a sound file.")
            case .unreadable: (.fileFailedToParse, "Copy the file again from its source.")
            case .unsupported: (.decoderNotFound, "Convert the file with another program.")
            case .encrypted: (.contentIsProtected, "Use a copy without copy protection.")
            case .exhausted: (.outOfMemory, "Try again when less is running.")
            case .diskFull: (.diskFull, "Free some space.")
            case .unwritable: (.exportFailed, "Choose a folder in which you may create files.")
            case .limitExceeded: (.undecodableMediaData, nil)
            case .workerCrashed, .forbidden, .timedOut, .takesLong: (.decodeFailed, nil)
            case .cancelled: (.operationCancelled, nil)
            case .noPreview, .bytesMissing, .workerMissing, .sandboxIncomplete, .protocolViolation: (.unknown, nil)
            }
        let reason = error.message.hasSuffix(".") ? error.message : error.message + "."
        self.init(code, "\(file) can't \(action): \(reason)", remedy: remedy, url: url)
    }
}
