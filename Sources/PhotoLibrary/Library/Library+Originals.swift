package import BlobStore
import Catalog
package import Records

extension Library {
    /// Opens the bytes of a file.
    ///
    /// - Throws: `LibraryError` if the library's folder was moved, deleted or replaced, or if its volume is offline.
    ///   Otherwise, `BlobStoreError`.
    package func original(_ digest: BlobDigest) throws -> OpenFile {
        do {
            return try blobs.open(digest)
        } catch {
            // It may have left this machine since the caller looked.
            if error.code == .notFound, try catalog.readOnce({ try $0.isPlaced(bytes: digest) }) {
                throw LibraryError(
                    .networkAccessRequired,
                    "The bytes of an original are not on this machine. Ask again with network access allowed.")
            }
            throw changes.checkPresence() ?? error
        }
    }
}
