package import Foundation
package import Records

/// Staged bytes. They belong to the intake that copied them.
package struct StagedBlob: Hashable, Sendable {
    /// The SHA-256 of the copied bytes.
    package let digest: BlobDigest
    /// The size in bytes.
    package let size: Int64
    /// The intake that owns the copy.
    package let intake: UUID
    /// The number of the copy in its intake.
    package let number: UInt64

    package init(digest: BlobDigest, size: Int64, intake: UUID, number: UInt64) {
        self.digest = digest
        self.size = size
        self.intake = intake
        self.number = number
    }
}
