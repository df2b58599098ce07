internal import Foundation
package import Records
internal import Synchronization

/// A download whose bytes are compared with a digest. A reader must not use them before the end.
final class CheckedDownload: BlobDownload {
    private let download: any BlobDownload
    private let digest: BlobDigest
    private let failure: RemoteBlobError
    /// `nil` after the end.
    private let hasher = Mutex<SHA256Hasher?>(SHA256Hasher())

    init(_ download: any BlobDownload, of name: RemoteName, _ digest: BlobDigest) {
        self.download = download
        self.digest = digest
        failure = name == .original(digest) ? .damaged(digest) : .damaged(name)
    }

    var size: Int64 { download.size }

    func next() throws -> Data? {
        // Not under the lock, which would make another reader wait for the network.
        let data = try download.next()
        try hasher.withLock { hasher in
            if let data {
                data.withUnsafeBytes { hasher?.update($0) }
            } else if let found = try hasher.take()?.finalize(), found != digest {
                throw failure
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

    /// The error for bytes that arrived and aren't those of an object.
    static func damaged(_ name: RemoteName) -> RemoteBlobError {
        RemoteBlobError(
            .damaged,
            "The bytes of \(name) are not the ones that were stored. Try again, or ask the operator of the place.")
    }
}
