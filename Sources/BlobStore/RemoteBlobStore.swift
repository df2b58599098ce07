import CodedErrors
package import Foundation

/// Another place that has blobs of a library, from which they come slowly: over a network.
///
/// Nothing is asked of it before somebody allows that. Calls may come from any thread, at the same time.
package protocol RemoteBlobStore: Sendable {
    /// Begins to fetch a blob. Does not wait for the network: what that says comes with the first bytes.
    ///
    /// - Throws: `RemoteBlobError`.
    func download(_ digest: BlobDigest) throws -> any BlobDownload
}

/// A blob on its way. One thread reads it; any may cancel it.
package protocol BlobDownload: Sendable {
    /// The blob's size in bytes, once the first of them have come. More than that are none of it.
    var size: Int64 { get }

    /// The next bytes; nil at the end. Blocks for as long as the network takes.
    ///
    /// - Throws: `RemoteBlobError`; `cancelled` soon after `cancel()`.
    func next() throws -> Data?

    /// Ends the download, without waiting. Once it has ended this does nothing.
    func cancel()
}

/// Why a blob could not be fetched.
package struct RemoteBlobError: CodedError, Equatable {
    package enum Code: Sendable {
        /// The place is not to be reached, or broke off.
        case unreachable
        /// The place has no such blob.
        case notFound
        /// Other bytes came than the blob's name promises.
        case damaged
        case cancelled
    }

    package var code: Code
    /// For people: what is wrong and what to do.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
