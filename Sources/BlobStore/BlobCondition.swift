package import Records

/// The result of verifying a blob's bytes.
package enum BlobCondition: Hashable, Sendable {
    /// The bytes match their digest. `size` is in bytes.
    case intact(size: Int64)
    /// The store has no such blob.
    case missing
    /// The bytes have changed. The values are their actual digest and their size in bytes.
    case corrupted(actual: BlobDigest, size: Int64)
}
