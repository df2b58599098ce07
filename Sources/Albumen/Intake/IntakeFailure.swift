import BlobStore
import Foundation
import MediaWork
import SystemCalls
import SystemPackage

/// Why one file can't be taken in. Other files can: errors of the library and of the media worker's installation are thrown
/// as they are.
///
/// An import reports the failure as a `finding`, and continues. An app's change fails with the `libraryError`.
struct IntakeFailure: Error {
    enum Reason {
        case unopenable(Errno)
        case notRegular
        /// With the size of the file in bytes.
        case noRoom(BlobStoreError, size: Int64)
        case media(MediaError)
        /// The file can't be read to its end, or it changed meanwhile.
        case source(BlobStoreError)
    }

    let reason: Reason
    /// The name of the file in messages.
    let label: String

    init(_ reason: Reason, label: String) {
        self.reason = reason
        self.label = label
    }
}

extension IntakeFailure {
    /// What an import reports for the file.
    ///
    /// - Parameter filename: A name such as `a.jpg` promises media, so that the file is refused and not merely skipped.
    func finding(filename: String) -> FileReader.Finding {
        switch reason {
        case .unopenable(let error):
            return .unreadable(reason: "the file cannot be opened: \(error)")
        case .notRegular: return .unreadable(reason: "it is no regular file")
        case .noRoom(_, let size):
            return .unreadable(reason: "there is no room in the library for its \(size) bytes")
        case .source(let error): return .unreadable(reason: error.message)
        case .media(let error):
            if error.code == .notMedia, !IngestRules.isMediaName(filename) { return .notMedia }
            return error.concern == .bytes ? .refused(reason: error.message) : .unreadable(reason: error.message)
        }
    }

    /// What an app's change fails with.
    var libraryError: any Error {
        switch reason {
        case .unopenable(let error):
            return LibraryError(
                error == .noSuchFileOrDirectory ? .missingResource : .invalidResource,
                "\(label) cannot be opened: \(error).")
        case .notRegular: return LibraryError(.invalidResource, "\(label) is no regular file.")
        case .noRoom(let error, _): return error
        case .source(let error): return error
        case .media(let error):
            if error.code == .encrypted { return LibraryError(.invalidResource, "\(label): \(error.message)") }
            guard error.concern == .bytes || error.concern == .worker else { return error }
            return LibraryError(.invalidResource, "\(label) is no photo or video: \(error.message)")
        }
    }
}

extension MediaError {
    /// What must change before a file that failed can succeed.
    enum Concern {
        /// The file's bytes.
        case bytes
        /// The worker, which ended while it read the file.
        case worker
        /// The load of the machine.
        case moment
        /// The installation: no file can succeed. Or the caller cancelled.
        case installation
    }

    var concern: Concern {
        switch code {
        case .notMedia, .unreadable, .unsupported, .encrypted, .limitExceeded, .noPreview: .bytes
        case .workerCrashed, .forbidden: .worker
        case .timedOut, .takesLong, .protocolViolation, .exhausted: .moment
        case .workerMissing, .sandboxIncomplete, .cancelled: .installation
        }
    }
}
