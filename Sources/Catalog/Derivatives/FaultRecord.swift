package import Records

/// A file that crashed or blocked the worker.
package struct FaultRecord: Sendable, Equatable {
    /// The SHA-256 of the file, 32 bytes.
    package var sha256: BlobDigest
    /// The kind of request, as a number.
    package var purpose: Int
    package var byteCount: Int64
    /// The versions of the worker and its libraries.
    package var versions: String
    /// The kind of fault.
    package var code: String
    /// A description for people.
    package var message: String

    package init(
        sha256: BlobDigest, purpose: Int, byteCount: Int64, versions: String, code: String, message: String
    ) {
        self.sha256 = sha256
        self.purpose = purpose
        self.byteCount = byteCount
        self.versions = versions
        self.code = code
        self.message = message
    }
}
