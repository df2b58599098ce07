import BlobStore
import Foundation
import LibraryFiles
import Records
import Synchronization
import SystemCalls
import SystemPackage

/// The stored parts of videos, which can be made again: `parts/ab/<digest>-<recipe>-<form>-<number>.mp4`.
///
/// The store has a budget in bytes. Beyond it, the parts that were used longest ago are deleted. A file's modification
/// date is the date of its last use. Any thread and several processes can use the store.
final class MoviePartStore: Sendable {
    static let folderName = "parts"
    /// The default budget: four gigabytes are about two hours of video.
    static let usualBudgetInBytes: Int64 = 4 << 30
    /// The prefix of the names of incomplete files.
    private static let unfinishedPrefix = ".new-"
    private static let unfinishedAgeInSeconds: Double = 3600

    private struct File {
        let path: String
        let byteCount: Int64
        let lastUse: Int64
    }

    let root: URL
    private let budgetInBytes: Int64
    private let permissions: LibraryPermissions
    /// The size of the stored files, or `nil` if they haven't been counted. Other processes can store more.
    private let byteCount = Mutex<Int64?>(nil)

    init(in folder: URL, budgetInBytes: Int64 = usualBudgetInBytes, permissions: LibraryPermissions = .ownerOnly) {
        root = folder.appendingPathComponent(Self.folderName, isDirectory: true)
        self.budgetInBytes = budgetInBytes
        self.permissions = permissions
    }

    /// Returns the stored bytes, or `nil` if there are none.
    func read(_ name: MoviePartName) throws -> Data? {
        let file = url(name)
        guard access(file.path, F_OK) == 0 else { return nil }
        let bytes = try Data(contentsOf: file)
        // If the date can't be changed, the part is deleted a little earlier.
        utimensat(AT_FDCWD, file.path, nil, AT_SYMLINK_NOFOLLOW)
        return bytes.isEmpty ? nil : bytes
    }

    /// Stores bytes, and deletes old ones beyond the budget. Does nothing if the bytes alone exceed the budget.
    func store(_ bytes: Data, as name: MoviePartName) throws {
        guard bytes.count <= budgetInBytes else { return }
        let folder = url(name).deletingLastPathComponent()
        let staged = folder.appendingPathComponent(Self.unfinishedPrefix + UUID().uuidString)
        let file = FileHandle(fileDescriptor: try createFile(staged, in: folder), closeOnDealloc: true)
        do {
            try file.write(contentsOf: bytes)
            // Otherwise, a power failure could leave an empty file under the name.
            try file.synchronize()
            try file.close()
            guard rename(staged.path, url(name).path) == 0 else { throw Errno.current }
        } catch {
            unlink(staged.path)
            throw error
        }
        let total = byteCount.withLock { byteCount -> Int64? in
            byteCount = byteCount.map { $0 + Int64(bytes.count) }
            return byteCount
        }
        if total.map({ $0 > budgetInBytes }) ?? true { trim() }
    }

    /// Deletes everything that was made of an original.
    func remove(_ digest: BlobDigest) {
        let folder = root.appendingPathComponent(MoviePartName.folder(of: digest))
        let prefix = MoviePartName.prefix(of: digest)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        where name.hasPrefix(prefix) {
            unlink(folder.appendingPathComponent(name).path)
        }
    }

    /// Counts the files and deletes those that were used longest ago, until an eighth of the budget is free.
    private func trim() {
        var files = files()
        var total = files.reduce(0) { $0 + $1.byteCount }
        if total > budgetInBytes {
            files.sort { $0.lastUse < $1.lastUse }
            for file in files {
                guard total > budgetInBytes - budgetInBytes / 8 else { break }
                unlink(file.path)
                total -= file.byteCount
            }
        }
        byteCount.withLock { $0 = total }
    }

    /// Returns all stored files. Deletes the incomplete files of killed processes.
    private func files() -> [File] {
        let now = Date().timeIntervalSince1970
        var files: [File] = []
        for folder in (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? [] {
            let folder = root.appendingPathComponent(folder)
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
                let path = folder.appendingPathComponent(name).path
                // Another process may have removed it.
                guard let status = try? Stat(path, followTargetSymlink: false), status.isRegularFile else { continue }
                guard name.hasPrefix(Self.unfinishedPrefix) else {
                    files.append(File(path: path, byteCount: status.size, lastUse: status.modificationTime))
                    continue
                }
                let age = now - Double(status.modificationTime) / 1_000_000_000
                if age > Self.unfinishedAgeInSeconds { unlink(path) }
            }
        }
        return files
    }

    private func url(_ name: MoviePartName) -> URL {
        root.appendingPathComponent("\(name.folder)/\(name.text)", isDirectory: false)
    }

    /// Creates a file, and its folders if they are missing.
    private func createFile(_ file: URL, in folder: URL) throws -> Int32 {
        do {
            return try permissions.createFile(file.path)
        } catch {
            guard error.errno == .noSuchFileOrDirectory else { throw error }
        }
        for folder in [root, folder] { try permissions.makeFolder(folder.path) }
        return try permissions.createFile(file.path)
    }
}
