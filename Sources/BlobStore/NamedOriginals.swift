package import Foundation
internal import Glibc
package import Records
internal import Synchronization
internal import SystemCalls
internal import SystemPackage

/// Originals under their own filenames, for programs that need a path, such as a client of an `AVURLAsset`.
///
/// Each name is a hard link, so a file stays readable after its asset was purged, and copying it copies its bytes. The
/// link is read-only, like the original. It's a copy:
/// - on a file system without hard links, or for a user who may not link another user's files;
/// - for a process that can write to read-only files, such as one of root in a container. Its writing must not change
///   the original.
///
/// A copy takes no time and room on a file system that shares blocks, such as Btrfs and XFS. Elsewhere, it takes as
/// much room as the original until the process ends: a video of 4 GB is read and written when its URL is requested.
///
/// The names are in a folder in `staging/`, whose lock shows that its process runs. The process removes the folder when
/// it ends. If the process is killed, the next sweep does.
package final class NamedOriginals: Sendable {
    private struct Key: Hashable {
        var digest: BlobDigest
        var name: String
    }

    private struct State {
        /// The paths of the files. A file may not exist yet.
        var paths: [Key: String] = [:]
        /// The finished files, the oldest first, if their sizes are limited.
        var order: [(key: Key, size: Int64)] = []
        var byteCount: Int64 = 0
    }

    /// The size that a small file counts, for its names and its block.
    private static let smallestSize: Int64 = 128 << 10

    /// The folders of this process that still exist, so that the process removes them when it ends.
    private static let folders = Mutex<[UUID: StagingFolder]>([:])
    private static let removesAtExit: Void = {
        atexit { for folder in NamedOriginals.folders.withLock({ $0.values.map { $0 } }) { folder.remove() } }
    }()

    private let shelf: BlobShelf
    private let folder: StagingFolder
    private let byteLimit: Int64?
    private let state = Mutex(State())

    init(shelf: BlobShelf, folder: StagingFolder, byteLimit: Int64? = nil) {
        (self.shelf, self.folder, self.byteLimit) = (shelf, folder, byteLimit)
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
        let known = state.withLock { $0.paths[key] }
        if let known, try FileSystem.status(at: known)?.isRegularFile == true { return Self.url(known) }
        let path = try makePath(name)
        do throws(BlobStoreError) {
            try shelf.name(digest, as: path)
            // A URL that was returned before its file existed.
            if let known, Glibc.rename(path, known) == 0 {
                rmdir(Self.parent(of: path))
                try note(key)
                return Self.url(known)
            }
        } catch {
            discard(path)
            throw error
        }
        // Two threads may make the same name. Both files stay, and later calls return one of them.
        let kept = state.withLock { state in
            if let other = state.paths[key], other != known { return other }
            state.paths[key] = path
            return path
        }
        try note(key)
        return Self.url(kept)
    }

    /// Returns the URL that `url(of:named:)` returns for the same arguments later, whether or not the file exists. The
    /// store may not have the blob yet.
    ///
    /// - Parameter name: A valid filename.
    /// - Throws: `notEnoughSpace`, `permissionDenied`, `ioFailure`.
    package func plannedURL(of digest: BlobDigest, named name: String) throws(BlobStoreError) -> URL {
        let key = Key(digest: digest, name: name)
        if let known = state.withLock({ $0.paths[key] }) { return Self.url(known) }
        let path = try makePath(name)
        let planned = state.withLock { state in
            let planned = state.paths[key] ?? path
            state.paths[key] = planned
            return planned
        }
        if planned != path { rmdir(Self.parent(of: path)) }
        return Self.url(planned)
    }

    /// Removes all files.
    package func remove() {
        Self.folders.withLock { _ = $0.removeValue(forKey: folder.identifier) }
        folder.remove()
    }

    /// Creates a folder for one file, and returns the file's path.
    private func makePath(_ name: String) throws(BlobStoreError) -> String {
        let own = "\(folder.path)/\(UUID().uuidString)"
        try FileSystem.makeFolder(own, shelf.layout.permissions)
        return "\(own)/\(name)"
    }

    private func discard(_ path: String) {
        FileSystem.unlinkIfPossible(path)
        // A leftover folder is removed with the others.
        rmdir(Self.parent(of: path))
    }

    /// Counts a new file, and removes the oldest ones above the limit, but not the new one.
    private func note(_ key: Key) throws(BlobStoreError) {
        guard let byteLimit else { return }
        let path = state.withLock { $0.paths[key] }
        let size = try path.flatMap { path throws(BlobStoreError) in try FileSystem.status(at: path)?.size } ?? 0
        let doomed = state.withLock { state in
            state.order.append((key, max(size, Self.smallestSize)))
            state.byteCount += max(size, Self.smallestSize)
            var doomed: [String] = []
            while state.byteCount > byteLimit, state.order.count > 1 {
                let oldest = state.order.removeFirst()
                state.byteCount -= oldest.size
                // A file that was deleted and made again is counted twice, and stays while the later entry does.
                guard !state.order.contains(where: { $0.key == oldest.key }),
                    let path = state.paths.removeValue(forKey: oldest.key)
                else { continue }
                doomed.append(path)
            }
            return doomed
        }
        doomed.forEach(discard)
    }

    private static func parent(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    }

    private static func url(_ path: String) -> URL {
        URL(filePath: path, directoryHint: .notDirectory)
    }
}
