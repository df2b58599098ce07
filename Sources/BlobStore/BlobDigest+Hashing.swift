package import Foundation
import Records

extension BlobDigest {
    /// Computes the digest of bytes in memory.
    package init(hashing data: Data) throws(BlobStoreError) {
        var hasher = SHA256Hasher()
        data.withUnsafeBytes { hasher.update($0) }
        self = try hasher.finalize()
    }

    /// Computes the digest of a file with a buffer of fixed size. Blocks while it reads.
    ///
    /// - Throws: `sourceUnreadable`, or `sourceChanged` if the file changed meanwhile.
    package init(hashingFileAt url: URL) throws(BlobStoreError) {
        let source = try FileSystem.openSource(url)
        self = try source.withDescriptor { descriptor throws(BlobStoreError) in
            try BlobDigest(hashing: descriptor, named: url.path(percentEncoded: false))
        }
    }

    /// Computes the digest of an open regular file from its first byte. Doesn't change the descriptor's position.
    ///
    /// - Parameter name: The name of the file in errors.
    /// - Throws: `sourceUnreadable`, or `sourceChanged` if the file changed meanwhile.
    package init(hashing descriptor: Int32, named name: String) throws(BlobStoreError) {
        let source = try SourceFile(descriptor: descriptor, name: name)
        var hasher = SHA256Hasher()
        try source.read { piece throws(BlobStoreError) in hasher.update(piece) }
        self = try hasher.finalize()
    }
}
