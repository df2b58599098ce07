import CodedErrors
package import Foundation
package import Records

/// An error of a place, of a transfer, or of the settings of a place.
package struct RemoteBlobError: CodedError, Equatable {
    package enum Code: Sendable {
        /// The place can't be reached, or the connection broke.
        case unreachable
        /// The place has no such object.
        case notFound
        /// The bytes in the place, or those that arrived, don't have their digest.
        case damaged
        case cancelled
        /// The place doesn't accept the credentials, or they don't permit the request.
        case refused
        /// The place has no room.
        case full
        /// The place is busy. `retryAfter` may have the time to wait.
        case slowDown
        /// The place failed, or its answers can't be understood.
        case misbehaving
        /// The address, the bucket, the region or the file with the settings is wrong.
        case misconfigured
        /// There are no credentials, or they can't be read.
        case withoutCredentials
        /// Another library, or another copy of this one, writes to the place.
        case occupied
        /// The file to upload doesn't have its digest, or can't be read.
        case sourceDamaged
        /// The place stores a document although its name is taken, so no two machines can share it safely.
        case withoutConditions
        /// This build of Albumen can't use places of this kind.
        case unsupported
    }

    package var code: Code
    /// A description for people of the problem and of the next step.
    package var message: String
    /// The time in seconds that the place asks clients to wait before the next request.
    package var retryAfter: TimeInterval?

    package init(_ code: Code, _ message: String, retryAfter: TimeInterval? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }

    package static func cancelled(_ address: String) -> RemoteBlobError {
        RemoteBlobError(.cancelled, "The transfer with \(address) was cancelled.")
    }

    /// An error for a blob whose bytes in a file have changed since it was imported.
    package static func sourceDamaged(_ digest: BlobDigest) -> RemoteBlobError {
        RemoteBlobError(
            .sourceDamaged,
            "The original \(digest) on this machine doesn't have the bytes that were imported, so it isn't uploaded. "
                + "Run `albumen verify`, and restore it from a backup. Then run: albumen cloud sync --retry")
    }
}
