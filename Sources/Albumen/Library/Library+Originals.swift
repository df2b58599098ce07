import BlobStore

extension Library {
    /// Opens the bytes of a file.
    ///
    /// - Throws: `LibraryError` where the library's folder is no longer where it was, else `BlobStoreError`.
    func original(_ digest: BlobDigest) throws -> OpenFile {
        do {
            return try blobs.open(digest)
        } catch {
            throw changes.checkPresence() ?? error
        }
    }
}
