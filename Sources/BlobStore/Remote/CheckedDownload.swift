internal import Foundation
package import Records
internal import Synchronization

/// A download whose bytes are compared with the digest of a blob. A reader must not use them before the end.
final class CheckedDownload: BlobDownload {
    private let download: any BlobDownload
    private let digest: BlobDigest
    /// `nil` after the end.
    private let hasher = Mutex<SHA256Hasher?>(SHA256Hasher())

    init(_ download: any BlobDownload, of digest: BlobDigest) {
        (self.download, self.digest) = (download, digest)
    }

    var size: Int64 { download.size }

    func next() throws -> Data? {
        // Not under the lock, which would make another reader wait for the network.
        let data = try download.next()
        try hasher.withLock { hasher in
            if let data {
                data.withUnsafeBytes { hasher?.update($0) }
            } else if let found = try hasher.take()?.finalize(), found != digest {
                throw RemoteBlobError.damaged(digest)
            }
        }
        return data
    }

    func cancel() { download.cancel() }
}

extension RemoteBlobError {
    /// The error for bytes that arrived and aren't those of an original.
    package static func damaged(_ digest: BlobDigest) -> RemoteBlobError {
        RemoteBlobError(
            .damaged,
            "The bytes that came are not those of the original \(digest). Try again; if that does not help, "
                + "import the file.")
    }
}
