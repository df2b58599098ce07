import BlobStore
import Foundation
import MediaWork
import SystemCalls
import SystemPackage

/// An error for a single file that can't be taken in. Errors that affect all files, such as a missing media worker,
/// are thrown unchanged.
///
/// An import reports the failure as a `finding`, and continues. An app's change fails with `libraryError`.
struct IntakeFailure: Error {
    enum Reason {
        case unopenable(Errno)
        case notRegular
        /// The path leads to another file than the one that was found there.
        case replaced
        /// The library's volume has no room for the file. The size is in bytes.
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
    /// Returns the finding that an import reports for the file.
    ///
    /// - Parameter filename: The file's name. If it's the name of a photo or video, such as `a.jpg`, the finding is a
    ///   refusal even if the contents aren't media.
    func finding(filename: String) -> FileReader.Finding {
        switch reason {
        case .unopenable(let error):
            return .unreadable(reason: "the file cannot be opened: \(error)")
        case .notRegular: return .unreadable(reason: "it is no regular file")
        case .replaced:
            return .unreadable(reason: "another file took its place during the import. Import the folder again")
        case .noRoom(_, let size):
            let reserve = LocalBlobStore.reserveInBytes >> 20
            return .unreadable(
                reason:
                    "there is no room in the library for its \(size) bytes, because \(reserve) MB of its disk stay free"
            )
        case .source(let error): return .unreadable(reason: error.message)
        case .media(let error):
            if error.code == .notMedia, !IngestRules.isMediaName(filename) { return .notMedia }
            return error.concern == .bytes ? .refused(reason: error.message) : .unreadable(reason: error.message)
        }
    }

    /// The error that an app's change fails with.
    var libraryError: any Error {
        switch reason {
        case .unopenable(let error):
            return LibraryError(
                error == .noSuchFileOrDirectory ? .missingResource : .invalidResource,
                "\(label) cannot be opened: \(error).")
        case .notRegular: return LibraryError(.invalidResource, "\(label) is no regular file.")
        case .replaced: return LibraryError(.invalidResource, "Another file took the place of \(label).")
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
    /// The cause of a failure, which must change before the file can succeed.
    enum Concern {
        /// The file's bytes.
        case bytes
        /// The worker, which ended while it read the file.
        case worker
        /// The load of the machine.
        case moment
        /// The installation, so that no file can succeed. Also means that the caller cancelled.
        case installation
    }

    var concern: Concern {
        switch code {
        case .notMedia, .unreadable, .unsupported, .encrypted, .limitExceeded, .noPreview: .bytes
        case .workerCrashed, .forbidden: .worker
        case .timedOut, .takesLong, .bytesMissing, .protocolViolation, .exhausted, .diskFull, .unwritable: .moment
        case .workerMissing, .sandboxIncomplete, .cancelled: .installation
        }
    }
}
