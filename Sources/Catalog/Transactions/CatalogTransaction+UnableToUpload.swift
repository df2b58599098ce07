import GRDB
package import Records

extension CatalogTransaction {
    /// Updates which assets are unable to upload.
    ///
    /// - Parameter hashes: The blobs whose state in the place changed, or `nil` for all blobs.
    package func noteUploads(ofBlobs hashes: [BlobDigest]?) throws {
        for identifier in try reader.assetsWithStaleUploadState(ofBlobs: hashes, at: date).sorted() {
            try update(asset: identifier) { $0.isUnableToUpload.toggle() }
        }
    }

    /// Makes no asset unable to upload.
    package func forgetUploads() throws {
        let members = try Int64.fetchAll(
            try database.cachedStatement(sql: "SELECT id FROM asset WHERE isUnableToUpload = 1 ORDER BY id"))
        for identifier in members { try update(asset: identifier) { $0.isUnableToUpload = false } }
    }
}
