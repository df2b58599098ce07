import CodedErrors
internal import Foundation
package import SystemCalls
internal import SystemPackage

/// Why a blob store could not do what it was asked.
package struct BlobStoreError: CodedError, Equatable {
    /// Kinds of failure; more may come, so a `switch` over them needs a `default`.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case notFound, sourceUnreadable, sourceChanged, notEnoughSpace, permissionDenied, tooManyOpenFiles
            case ioFailure, corrupted, limitExceeded, cancelled, intakeFinished
        }

        private let kind: Kind

        /// The store has no such blob, or no such staged copy.
        package static let notFound = Code(kind: .notFound)
        /// What should be stored cannot be read, or is no regular file.
        package static let sourceUnreadable = Code(kind: .sourceUnreadable)
        /// What should be stored was written to while it was read.
        package static let sourceChanged = Code(kind: .sourceChanged)
        /// The disk or the user's quota is full.
        package static let notEnoughSpace = Code(kind: .notEnoughSpace)
        /// The store's folder may not be read or written.
        package static let permissionDenied = Code(kind: .permissionDenied)
        /// The process or the system is at its limit of open files.
        package static let tooManyOpenFiles = Code(kind: .tooManyOpenFiles)
        /// The disk, or the system below the store, failed.
        package static let ioFailure = Code(kind: .ioFailure)
        /// Something else than a blob lies where a blob should be.
        package static let corrupted = Code(kind: .corrupted)
        /// The blob is larger than the caller is ready to take.
        package static let limitExceeded = Code(kind: .limitExceeded)
        /// The caller asked to stop.
        package static let cancelled = Code(kind: .cancelled)
        /// The intake was finished before.
        package static let intakeFinished = Code(kind: .intakeFinished)

        package var description: String { kind.rawValue }
    }

    package var code: Code
    /// For people: what is wrong, with its path, and what to do.
    package var message: String
    /// The system call that failed, if one did.
    package var cause: SystemCallFailure?

    package init(_ code: Code, _ message: String, cause: SystemCallFailure? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    package var description: String {
        cause.map { "\(message) (\($0.call): \($0.errno) (\($0.errno.rawValue)))" } ?? message
    }
}
