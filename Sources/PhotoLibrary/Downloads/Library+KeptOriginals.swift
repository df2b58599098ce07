import BlobStore
package import Catalog
package import Records

extension Library {
    /// Returns whether the library has a file's bytes, here or verified in its place.
    ///
    /// - Parameter reader: The state of the catalog that counts.
    package func keeps(_ digest: BlobDigest, size: Int64, _ reader: CatalogReader) throws -> Bool {
        if let present = try blobs.size(of: digest) { return present == size }
        guard let placement = try reader.placement(ofBytes: digest) else { return false }
        return placement.state == .stored && placement.fileSize == size
    }

    package func keeps(_ digest: BlobDigest, size: Int64) throws -> Bool {
        try catalog.readOnce { try keeps(digest, size: size, $0) }
    }
}
