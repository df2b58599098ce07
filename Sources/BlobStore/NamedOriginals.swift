package import Foundation
internal import Glibc
internal import Synchronization
internal import SystemCalls

/// Originals under their own filenames, for programs that need a path, such as a client of an `AVURLAsset`.
///
/// Each name is a hard link, so a file stays readable after its asset was purged, and copying it copies its bytes. On a
/// file system without hard links, or for a user who may not link another user's files, it's a copy.
///
/// The names are in a folder in `staging/`, whose lock shows that its process runs. The process removes the folder when
/// it ends. If the process is killed, the next sweep does.
package final class NamedOriginals: Sendable {
    private struct Key: Hashable {
        var digest: BlobDigest
        var name: String
    }

    /// The folders of this process that still exist, so that the process removes them when it ends.
    private static let folders = Mutex<[UUID: StagingFolder]>([:])
    private static let removesAtExit: Void = {
        atexit { for folder in NamedOriginals.folders.withLock({ $0.values.map { $0 } }) { folder.remove() } }
    }()

    private let shelf: BlobShelf
    private let folder: StagingFolder
    /// The paths of the files.
    private let files = Mutex<[Key: String]>([:])

    init(shelf: BlobShelf, folder: StagingFolder) {
        (self.shelf, self.folder) = (shelf, folder)
        _ = Self.removesAtExit
        Self.folders.withLock { $0[folder.identifier] = folder }
    }

    deinit { remove() }

    /// Returns the URL of a file with this name and the blob's bytes. The URL is the same for each call with the same
    /// arguments, unless the file was moved or deleted. Blocks, for long if the bytes must be copied.
    ///
    /// - Parameter name: A valid filename.
    /// - Throws: `notFound` if the store has no such blob. `notEnoughSpace`, `permissionDenied`, `ioFailure`.
    package func url(of digest: BlobDigest, named name: String) throws(BlobStoreError) -> URL {
        let key = Key(digest: digest, name: name)
        let known = files.withLock { $0[key] }
        if let known, try FileSystem.status(at: known)?.isRegularFile == true { return Self.url(known) }
        let own = "\(folder.path)/\(UUID().uuidString)"
        try FileSystem.makeFolder(own, shelf.layout.permissions)
        let path = "\(own)/\(name)"
        do throws(BlobStoreError) {
            try shelf.name(digest, as: path)
        } catch {
            FileSystem.unlinkIfPossible(path)
            // A leftover folder is removed with the others.
            rmdir(own)
            throw error
        }
        // Two threads may make the same name. Both files stay, and later calls return one of them.
        return Self.url(
            files.withLock { files in
                if let other = files[key], other != known { return other }
                files[key] = path
                return path
            })
    }

    /// Removes all files.
    package func remove() {
        Self.folders.withLock { _ = $0.removeValue(forKey: folder.identifier) }
        folder.remove()
    }

    private static func url(_ path: String) -> URL {
        URL(filePath: path, directoryHint: .notDirectory)
    }
}
