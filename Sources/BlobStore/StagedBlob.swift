package import Foundation

/// Bytes on their way into a store. Belongs to the intake that made it.
package struct StagedBlob: Hashable, Sendable {
    /// The SHA-256 of the bytes that were copied.
    package let digest: BlobDigest
    /// In bytes.
    package let size: Int64
    /// The intake that holds the copy.
    package let intake: UUID
    /// Which of the intake's copies this is.
    package let number: UInt64

    package init(digest: BlobDigest, size: Int64, intake: UUID, number: UInt64) {
        self.digest = digest
        self.size = size
        self.intake = intake
        self.number = number
    }
}
