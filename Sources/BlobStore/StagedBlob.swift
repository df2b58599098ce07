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
    /// The container if the bytes are only a part of another staged blob, or `nil` for bytes that have a copy of their
    /// own. The intake and the number are then those of the container.
    package let container: Container?

    /// The staged blob that contains another one.
    package struct Container: Hashable, Sendable {
        package let place: ContainerPlace
        /// The container's size in bytes.
        package let size: Int64
    }

    package init(digest: BlobDigest, size: Int64, intake: UUID, number: UInt64, container: Container? = nil) {
        self.digest = digest
        self.size = size
        self.intake = intake
        self.number = number
        self.container = container
    }
}
