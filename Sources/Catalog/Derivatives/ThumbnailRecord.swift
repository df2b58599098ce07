package import Foundation
package import Records

/// A thumbnail with its bytes, apart from its place in a database.
package struct ThumbnailRecord: Sendable, Equatable {
    /// The SHA-256 of the original.
    package var sha256: BlobDigest
    /// Whether the thumbnail has all pixels of the picture, so that it's also its preview.
    package var isWhole: Bool
    package var bytes: Data

    package init(sha256: BlobDigest, isWhole: Bool, bytes: Data) {
        (self.sha256, self.isWhole, self.bytes) = (sha256, isWhole, bytes)
    }
}

/// A row of a thumbnail, without its bytes.
package struct ThumbnailRow: Sendable, Equatable {
    /// The row's number. Later rows have higher numbers, but the number of a removed last row is used again.
    package var row: Int64
    package var sha256: BlobDigest
    package var recipe: Int
    package var byteCount: Int
}
