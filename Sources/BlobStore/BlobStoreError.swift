import CodedErrors
internal import Foundation
package import SystemCalls
internal import SystemPackage

/// An error of a blob store.
package struct BlobStoreError: CodedError, Equatable {
    /// The kinds of errors. Later versions may add kinds, so a `switch` over them needs a `default`.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case notFound, sourceUnreadable, sourceChanged, notEnoughSpace, permissionDenied, tooManyOpenFiles
            case ioFailure, corrupted, limitExceeded, cancelled, intakeFinished, fileExists
        }

        private let kind: Kind

        /// The store has no such blob or staged copy.
        package static let notFound = Code(kind: .notFound)
        /// The file to store can't be read, or isn't a regular file.
        package static let sourceUnreadable = Code(kind: .sourceUnreadable)
        /// The file to store was changed while it was read.
        package static let sourceChanged = Code(kind: .sourceChanged)
        /// The disk or the user's quota is full.
        package static let notEnoughSpace = Code(kind: .notEnoughSpace)
        /// The process has no permission to read or write the store's folder.
        package static let permissionDenied = Code(kind: .permissionDenied)
        /// The process or the system has reached its limit of open files.
        package static let tooManyOpenFiles = Code(kind: .tooManyOpenFiles)
        /// The disk or the system failed.
        package static let ioFailure = Code(kind: .ioFailure)
        /// There is something other than a blob at a blob's path.
        package static let corrupted = Code(kind: .corrupted)
        /// The blob is larger than the caller's limit.
        package static let limitExceeded = Code(kind: .limitExceeded)
        /// The caller cancelled the operation.
        package static let cancelled = Code(kind: .cancelled)
        /// The intake has already been finished.
        package static let intakeFinished = Code(kind: .intakeFinished)

        /// A new file's path is taken.
        package static let fileExists = Code(kind: .fileExists)

        package var description: String { kind.rawValue }
    }

    package var code: Code
    /// A message for people with the problem, the path, and the next step.
    package var message: String
    /// The failed system call, if there is one.
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
