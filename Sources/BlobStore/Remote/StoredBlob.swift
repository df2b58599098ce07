package import Records

/// An object in a place whose bytes were verified.
package struct StoredBlob: Hashable, Sendable {
    package enum Verification: Sendable {
        /// The place confirmed the SHA-256 of each part that it received.
        case confirmedByPlace
        /// The bytes were read back, and have their digest.
        case readBack
    }

    package let name: RemoteName
    package let size: Int64
    /// The digests of its pieces of `RemoteUpload.pieceSize` bytes.
    package let pieces: [BlobDigest]
    package let verification: Verification

    package init(_ upload: RemoteUpload, pieces: [BlobDigest], _ verification: Verification) {
        name = upload.name
        size = upload.size
        self.pieces = pieces
        self.verification = verification
    }
}
