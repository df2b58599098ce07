internal import CAlbumenSystem
internal import Foundation
import Records

/// A staged file that is being written, and the digest of its bytes so far.
struct StagedCopy: ~Copyable {
    /// The number of bytes after which the disk starts to write. Otherwise, a long film would stay in memory until
    /// `commit`.
    private static let writebackInterval: Int64 = 16 << 20

    private let target: Int32
    private let path: String
    private var hasher = SHA256Hasher()
    private var count: Int64 = 0
    private var started: Int64 = 0

    init(target: Int32, path: String) {
        self.target = target
        self.path = path
    }

    mutating func append(_ piece: UnsafeRawBufferPointer) throws(BlobStoreError) {
        hasher.update(piece)
        try FileSystem.write(piece, to: target, path: path)
        count += Int64(piece.count)
        if count - started >= Self.writebackInterval {
            albumen_start_writing(target)
            started = count
        }
    }

    consuming func finish() throws(BlobStoreError) -> (BlobDigest, Int64) {
        let count = count
        return (try hasher.finalize(), count)
    }
}
