package import BlobStore
package import Foundation

extension LibraryView {
    /// The place of an original in the library's folder, whether the file exists or not. Originals are named by digest.
    package func originalURL(_ digest: BlobDigest) -> URL { library.blobs.fileURL(of: digest) }

    /// The size of an original in bytes. Returns `nil` if the library's folder doesn't have the file.
    package func originalSize(_ digest: BlobDigest) throws -> Int64? { try library.blobs.size(of: digest) }
}
