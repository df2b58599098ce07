package import Records

/// An upload of a blob to a place: its blob, and its finished parts. The catalog stores it, so that another process can
/// continue the upload.
package struct RemoteUpload: Hashable, Sendable, Codable {
    /// A part that the place has.
    package struct Part: Hashable, Sendable, Codable {
        /// The part's number, from 1.
        package let number: Int
        /// The digest of the sent bytes.
        package let digest: BlobDigest
        /// The place's name for the part (S3's `ETag`). Nothing is derived from it.
        package let tag: String
        /// Whether the place confirmed the digest of the bytes that it received.
        package let isConfirmed: Bool

        package init(number: Int, digest: BlobDigest, tag: String, isConfirmed: Bool) {
            self.number = number
            self.digest = digest
            self.tag = tag
            self.isConfirmed = isConfirmed
        }
    }

    /// The size of the pieces with known digests, in bytes. A part consists of whole pieces.
    package static let pieceSize: Int64 = 8 << 20
    /// The largest number of parts. It's S3's limit.
    package static let partLimit: Int64 = 10_000

    package let digest: BlobDigest
    /// The blob's size in bytes.
    package let size: Int64
    /// The size of each part except the last one, in bytes.
    package let partSize: Int64
    /// The place's name for an upload in parts, or `nil` if it hasn't started.
    package var reference: String?
    /// The finished parts, by number.
    package var parts: [Part] = []

    package init(of digest: BlobDigest, size: Int64) {
        self.digest = digest
        self.size = size
        let pieces = (size + Self.pieceSize - 1) / Self.pieceSize
        partSize = max(1, (pieces + Self.partLimit - 1) / Self.partLimit) * Self.pieceSize
    }

    package var name: RemoteName { .original(digest) }
    /// The number of parts. An empty blob has one.
    package var partCount: Int { Int(max(1, (size + partSize - 1) / partSize)) }

    /// Returns the bytes of a part.
    package func range(ofPart number: Int) -> Range<Int64> {
        let start = Int64(number - 1) * partSize
        return start..<min(size, start + partSize)
    }
}

/// A blob in a place whose bytes were verified.
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
