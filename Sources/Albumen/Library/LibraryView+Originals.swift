package import BlobStore
package import Foundation

extension LibraryView {
    /// Returns the URL of an original in the library's folder, whether or not the file exists. Originals are named
    /// by digest.
    package func originalURL(_ digest: BlobDigest) -> URL { library.blobs.fileURL(of: digest) }

    /// Returns the size of an original in bytes, or `nil` if the library's folder doesn't have the file.
    package func originalSize(_ digest: BlobDigest) throws -> Int64? { try library.blobs.size(of: digest) }
}
