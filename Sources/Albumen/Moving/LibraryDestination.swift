import BlobStore
import Foundation
import LibraryFiles
import PhotoLibrary
import SystemCalls
import SystemPackage

/// The new folder of a library that is copied or moved. The library is made in a hidden folder beside it, and gets its
/// name at the end, in one step. If the process is killed, the next copy to the same folder continues.
final class LibraryDestination {
    /// Files that are never rewritten, which the next copy uses.
    private static let lasting: Set = ["originals", "previews"]

    let folder: URL
    let working: URL
    private let hidden: URL
    private let lock: CloudLock

    /// Locks the hidden folder, and removes what an interrupted copy can't use.
    ///
    /// - Throws: `BackupError`: `folderNotEmpty` or `withinItself`, or `CloudError` if another process copies to it.
    init(_ folder: URL, forLibraryAt library: URL, _ permissions: LibraryPermissions) throws {
        self.folder = folder
        try Self.check(folder, forLibraryAt: library)
        hidden = folder.deletingLastPathComponent()
            .appending(path: ".\(folder.lastPathComponent).copying", directoryHint: .isDirectory)
        working = hidden.appending(path: "library", directoryHint: .isDirectory)
        try DurableFile.makeFolder(at: hidden)
        lock = try CloudLock(
            folder: hidden,
            busy: "Another process copies a library to \(LibraryMove.path(folder)) now. Wait until it ends.")
        try permissions.makeFolder(working.path(percentEncoded: false))
        for name in try FileManager.default.contentsOfDirectory(atPath: working.path(percentEncoded: false))
        where !Self.lasting.contains(name) {
            try FileManager.default.removeItem(at: working.appending(path: name, directoryHint: .notDirectory))
        }
    }

    /// - Throws: `BackupError`: `folderNotEmpty` or `withinItself`.
    static func check(_ folder: URL, forLibraryAt library: URL) throws {
        let path = LibraryMove.path(folder)
        let parent = folder.deletingLastPathComponent()
        guard FileManager.default.fileExists(atPath: parent.path(percentEncoded: false)) else {
            throw BackupError(
                .folderNotEmpty,
                "There is no folder \(LibraryMove.path(parent)). Make it, or name another one.")
        }
        if let status = try? Stat(FilePath(path)) {
            let names = status.isFolder ? try FileManager.default.contentsOfDirectory(atPath: path) : ["this file"]
            guard names.isEmpty else {
                throw BackupError(
                    .folderNotEmpty,
                    "\(path) isn't an empty folder (it has “\(names.sorted()[0])”). Name a new or empty folder.")
            }
        }
        let own = library.resolvingSymlinksInPath().path(percentEncoded: false)
        let new = parent.resolvingSymlinksInPath().path(percentEncoded: false)
        let prefix = own.hasSuffix("/") ? own : "\(own)/"
        guard !(new.hasSuffix("/") ? new : "\(new)/").hasPrefix(prefix) else {
            throw BackupError(.withinItself, "\(path) is in the library itself. Name a folder elsewhere.")
        }
    }

    /// - Throws: `noRoom` if this many bytes don't fit on the disk with some room for the catalog.
    func requireRoom(for bytes: Int64) throws {
        let reserve = LocalBlobStore.reserveInBytes
        // Without sizes, the copy itself finds out.
        guard let disk = try? DiskSpace(of: hidden.path(percentEncoded: false)),
            !disk.hasRoom(for: bytes, reserve: reserve)
        else { return }
        removeIfEmpty()
        throw BackupError(
            .noRoom,
            "The disk of \(LibraryMove.path(folder)) has \(disk.freeInBytes / 1_000_000) MB free, and the library needs "
                + "\((bytes + reserve) / 1_000_000) MB. Make room, or name a folder on another disk.")
    }

    /// Removes the hidden folder, unless it has files that the next copy uses.
    private func removeIfEmpty() {
        for folder in [working, hidden] { _ = rmdir(LibraryMove.path(folder)) }
    }

    /// Gives the library its name. An empty folder with the name is replaced.
    func moveIntoPlace() throws {
        let (path, name) = (LibraryMove.path(working), LibraryMove.path(folder))
        do throws(SystemCallFailure) {
            try Self.synchronize(path)
            try SystemCall.checked("rename", name) { rename(path, name) }
            try Self.synchronize(folder.deletingLastPathComponent().path(percentEncoded: false))
        } catch {
            throw BackupError(
                .folderNotEmpty,
                "The library can't get the name \(name): \(error.errno). Name a new folder.")
        }
        // It's empty. The next copy to the same folder removes one that stays.
        _ = rmdir(LibraryMove.path(hidden))
    }

    /// Makes the names in a folder durable.
    static func synchronize(_ folder: String) throws(SystemCallFailure) {
        let descriptor = try SystemCall.checked("open", folder) { open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        defer { close(descriptor) }
        do throws(Errno) {
            try FileDescriptor(rawValue: descriptor).synchronizeNames()
        } catch {
            throw SystemCallFailure(call: "fsync", errno: error, path: folder)
        }
    }
}
