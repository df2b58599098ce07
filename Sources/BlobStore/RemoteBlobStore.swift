import CodedErrors
package import Foundation

/// A remote store with blobs of a library, which downloads them over a network.
///
/// Nothing is downloaded before a client allows it. Any thread can call it, also at the same time as others.
package protocol RemoteBlobStore: Sendable {
    /// Starts to download a blob. Doesn't wait for the network. Network errors occur when the first bytes are read.
    ///
    /// - Throws: `RemoteBlobError`.
    func download(_ digest: BlobDigest) throws -> any BlobDownload
}

/// A download in progress. One thread reads it, and any thread can cancel it.
package protocol BlobDownload: Sendable {
    /// The blob's size in bytes, available with the first bytes. Further bytes don't belong to the blob.
    var size: Int64 { get }

    /// Returns the next bytes, or `nil` at the end. Blocks while the network is busy.
    ///
    /// - Throws: `RemoteBlobError`. `cancelled` soon after `cancel()`.
    func next() throws -> Data?

    /// Cancels the download without waiting. Has no effect after its end.
    func cancel()
}

/// An error of a download.
package struct RemoteBlobError: CodedError, Equatable {
    package enum Code: Sendable {
        /// The remote store can't be reached, or the connection broke.
        case unreachable
        /// The remote store has no such blob.
        case notFound
        /// The downloaded bytes don't match the blob's digest.
        case damaged
        case cancelled
    }

    package var code: Code
    /// A description for people of the problem and of the next step.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
