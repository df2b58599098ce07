internal import Foundation
internal import Glibc
package import Records
internal import SystemCalls

extension LocalBlobStore {
    /// Opens the pieces of a blob that are here, or begins with none.
    ///
    /// - Parameter pieces: The digests of the pieces of `RemoteUpload.pieceSize` bytes.
    package func partial(
        _ digest: BlobDigest, size: Int64, pieces: [BlobDigest]
    ) throws(BlobStoreError) -> PartialBlob {
        try PartialBlob(of: digest, size: size, pieces: pieces, on: shelf)
    }

    /// Removes the pieces of blobs that aren't downloaded now.
    ///
    /// - Parameters:
    ///   - seconds: The least time since a piece was added or a download began.
    ///   - digest: The only blob to look at, or `nil` for all.
    /// - Returns: The number of blobs.
    @discardableResult
    package func removePartialBlobs(
        unusedForSeconds seconds: Double, of digest: BlobDigest? = nil
    ) throws(BlobStoreError) -> Int {
        let all = try FileSystem.names(in: layout.partial) ?? []
        let names = digest.map { [$0.hexadecimal] } ?? all
        let limit = Date().timeIntervalSince1970 - seconds
        var count = 0
        for name in names {
            let path = "\(layout.partial)/\(name)"
            guard let folder = try FileSystem.status(at: path), folder.isFolder else { continue }
            // Each added piece changes the marks.
            var file = folder
            if let marks = try FileSystem.status(at: "\(path)/marks") { file = marks }
            guard Double(file.modificationTime) / 1_000_000_000 <= limit else { continue }
            // A folder with a longer name isn't complete, or was being removed.
            guard BlobDigest(hexadecimal: name) != nil else {
                try PartialFolder.removeRenamed(path)
                continue
            }
            guard let marks = try PartialFolder.marks(at: path), try marks.lockIfFree() else { continue }
            defer { marks.unlock() }
            guard try marks.isNamed() else { continue }
            try PartialFolder.remove(path)
            count += 1
        }
        return count
    }
}
