internal import Foundation
internal import Glibc
internal import LibraryFiles
internal import Synchronization
internal import SystemCalls
internal import SystemPackage

/// A folder of staged bytes or of named originals, and the lock that shows other processes that its intake is in progress.
///
/// The lock is taken before the folder is created, and released after the folder is deleted. So a folder without a
/// locked file belongs to no intake. The system releases the lock when its process ends.
final class StagingFolder: Sendable {
    let identifier: UUID
    let path: String
    private let lockPath: String
    private let lock: Mutex<OpenFile?>

    init(in layout: BlobLayout) throws(BlobStoreError) {
        while true {
            let identifier = UUID()
            let lockPath = layout.stagingLock(identifier)
            let lock = try FileSystem.create(lockPath, .file, layout.permissions, flags: O_RDWR)
            try Self.waitForLock(lock, path: lockPath)
            // A sweep in another process can take the new file's lock first, and then removes the file.
            guard try Self.isNamed(lock, path: lockPath) else { continue }
            self.identifier = identifier
            self.lockPath = lockPath
            self.path = layout.stagingFolder(identifier)
            self.lock = Mutex(lock)
            try FileSystem.makeFolder(path, layout.permissions)
            return
        }
    }

    /// Whether this object still holds its lock.
    var isHeld: Bool { lock.withLock { $0 != nil } }

    /// Deletes the folder as far as possible, and releases the lock.
    func remove() {
        lock.withLock { lock in
            guard lock != nil else { return }
            do throws(BlobStoreError) {
                try Self.removeFolder(path)
                try FileSystem.unlink(lockPath)
            } catch {
                // The lock's file stays, unlocked, so that the next sweep finds the remaining files.
            }
            lock = nil
        }
    }

    /// Deletes the folders without an intake. Doesn't affect folders in use, or names that no intake uses.
    ///
    /// - Returns: The number of deleted folders.
    /// - Throws: The first error, after trying all folders.
    static func sweep(_ layout: BlobLayout) throws(BlobStoreError) -> Int {
        let names = try FileSystem.names(in: layout.staging) ?? []
        let identifiers = Set(
            names.compactMap { UUID(uuidString: $0.hasSuffix(".lock") ? String($0.dropLast(5)) : $0) })
        var count = 0
        var failure: BlobStoreError?
        for identifier in identifiers {
            do throws(BlobStoreError) {
                if try removeAbandoned(identifier, layout) { count += 1 }
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return count
    }

    private static func removeAbandoned(_ identifier: UUID, _ layout: BlobLayout) throws(BlobStoreError) -> Bool {
        let lockPath = layout.stagingLock(identifier)
        guard let lock = try FileSystem.openIfPresent(lockPath, O_RDWR) else {
            try removeFolder(layout.stagingFolder(identifier))
            return true
        }
        // The lock must be held until its file is deleted. Otherwise, a new intake could take it in the meantime.
        defer { withExtendedLifetime(lock) {} }
        let isFree = lock.withDescriptor { flock($0, LOCK_EX | LOCK_NB) == 0 }
        guard isFree, try isNamed(lock, path: lockPath) else { return false }
        try removeFolder(layout.stagingFolder(identifier))
        try FileSystem.unlink(lockPath)
        return true
    }

    /// Deletes a folder with its files, and with the files in its folders.
    private static func removeFolder(_ path: String, mayHaveFolders: Bool = true) throws(BlobStoreError) {
        for name in try FileSystem.names(in: path) ?? [] {
            let entry = "\(path)/\(name)"
            if mayHaveFolders, try FileSystem.status(at: entry)?.isFolder == true {
                try removeFolder(entry, mayHaveFolders: false)
            } else {
                try FileSystem.unlink(entry)
            }
        }
        try FileSystem.removeFolder(path)
    }

    private static func waitForLock(_ lock: OpenFile, path: String) throws(BlobStoreError) {
        try lock.withDescriptor { descriptor throws(BlobStoreError) in
            try FileSystem.translating("flock", path) { () throws(Errno) in
                try FileDescriptor(rawValue: descriptor).lock()
            }
        }
    }

    private static func isNamed(_ lock: OpenFile, path: String) throws(BlobStoreError) -> Bool {
        try lock.withDescriptor { descriptor throws(BlobStoreError) in
            try FileSystem.status(of: descriptor, path: path, role: .stored).linkCount > 0
        }
    }
}
