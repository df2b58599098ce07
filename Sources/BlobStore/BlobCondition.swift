/// What a look at all of a blob's bytes found.
package enum BlobCondition: Hashable, Sendable {
    /// The bytes have the digest that names them. `size` in bytes.
    case intact(size: Int64)
    /// The store has no such blob.
    case missing
    /// The bytes are not the ones that were stored: this is their digest, and their size in bytes.
    case corrupted(actual: BlobDigest, size: Int64)
}
