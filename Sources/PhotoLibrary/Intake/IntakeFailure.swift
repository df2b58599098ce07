package import BlobStore
import Foundation
package import MediaRequests
import SystemCalls
package import SystemPackage

/// An error for a single file that can't be taken in. Errors that affect all files, such as a missing media worker,
/// are thrown unchanged.
///
/// An import reports the failure as a `finding`, and continues. An app's change fails with `libraryError`.
package struct IntakeFailure: Error {
    package enum Reason {
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

    package let reason: Reason
    /// The name of the file in messages.
    let label: String

    init(_ reason: Reason, label: String) {
        self.reason = reason
        self.label = label
    }
}

extension IntakeFailure {
    /// The error that an app's change fails with.
    var libraryError: any Error {
        switch reason {
        case .unopenable(let error):
            return LibraryError(
                error == .noSuchFileOrDirectory ? .missingResource : .invalidResource,
                "\(label) cannot be opened: \(error).")
        case .notRegular: return LibraryError(.invalidResource, "\(label) isn't a regular file.")
        case .replaced: return LibraryError(.invalidResource, "Another file took the place of \(label).")
        case .noRoom(let error, _): return error
        case .source(let error): return error
        case .media(let error):
            if error.code == .encrypted { return LibraryError(.invalidResource, "\(label): \(error.message)") }
            guard error.concern == .file || error.concern == .worker else { return error }
            return LibraryError(.invalidResource, "\(label) isn't a photo or video: \(error.message)")
        }
    }
}
