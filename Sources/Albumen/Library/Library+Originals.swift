import BlobStore

extension Library {
    /// Opens the bytes of a file.
    ///
    /// - Throws: `LibraryError` if the library's folder was moved, deleted or replaced, or if its volume is offline.
    ///   Otherwise, `BlobStoreError`.
    func original(_ digest: BlobDigest) throws -> OpenFile {
        do {
            return try blobs.open(digest)
        } catch {
            throw changes.checkPresence() ?? error
        }
    }
}
