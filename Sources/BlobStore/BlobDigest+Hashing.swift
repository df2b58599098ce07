package import Foundation

extension BlobDigest {
    /// Hashes bytes in memory.
    package init(hashing data: Data) throws(BlobStoreError) {
        var hasher = SHA256Hasher()
        data.withUnsafeBytes { hasher.update($0) }
        self = try hasher.finalize()
    }

    /// Hashes a file without copying it, through one buffer of fixed size. Blocks while it reads.
    ///
    /// - Throws: `sourceUnreadable`, or `sourceChanged` when the file changed meanwhile.
    package init(hashingFileAt url: URL) throws(BlobStoreError) {
        let source = try FileSystem.openSource(url)
        self = try source.withDescriptor { descriptor throws(BlobStoreError) in
            try BlobDigest(hashing: descriptor, named: url.path(percentEncoded: false))
        }
    }

    /// Hashes an open regular file from its first byte; the descriptor's own position stays as it is.
    ///
    /// - Parameter name: what errors call the file.
    /// - Throws: `sourceUnreadable`, or `sourceChanged` when the file changed meanwhile.
    package init(hashing descriptor: Int32, named name: String) throws(BlobStoreError) {
        let source = try SourceFile(descriptor: descriptor, name: name)
        var hasher = SHA256Hasher()
        try source.read { piece throws(BlobStoreError) in hasher.update(piece) }
        self = try hasher.finalize()
    }
}
