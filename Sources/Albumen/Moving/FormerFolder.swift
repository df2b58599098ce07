import Catalog
import Foundation
import PhotoLibrary
import SystemCalls
import SystemPackage

/// The folder that a library was moved from.
struct FormerFolder {
    private let folder: URL
    private let newFolder: URL

    init(_ folder: URL, replacedBy newFolder: URL) {
        (self.folder, self.newFolder) = (folder, newFolder)
    }

    /// The name that the folder has while it's removed.
    private var removed: URL {
        folder.deletingLastPathComponent()
            .appending(path: ".\(folder.lastPathComponent).moved", directoryHint: .isDirectory)
    }

    /// Removes the library's files in the folder. A rename takes the library away at once, so no program sees half of it.
    ///
    /// - Returns: The names of other files, which stay in the folder.
    /// - Throws: `CatalogError` with `inUse`, or `BackupError` if the folder has changes that the new one doesn't have.
    func remove(_ note: MoveNote) throws -> [String] {
        if try Library.isPresent(at: folder) {
            let closed = try ClosedCatalog(inLibrary: folder)
            defer { closed.release() }
            guard try Library.identifier(ofLibraryAt: folder) == Library.identifier(ofLibraryAt: newFolder) else {
                throw BackupError(
                    .folderNotEmpty,
                    "\(LibraryMove.path(newFolder)) has another library. Name a new or empty folder.")
            }
            guard try Catalog.latestChange(ofClosedCatalogIn: folder) == note.lastChange else { throw changed }
            try rename(folder, to: removed)
        }
        guard exists(removed) else { return [] }
        for name in try names(in: removed) where Library.isOwnName(name) {
            try FileManager.default.removeItem(at: removed.appending(path: name, directoryHint: .notDirectory))
        }
        let strangers = try names(in: removed)
        if strangers.isEmpty {
            try FileManager.default.removeItem(at: removed)
        } else if !exists(folder) {
            try rename(removed, to: folder)
        }
        return strangers.sorted()
    }

    private var changed: BackupError {
        BackupError(
            .movedTwice,
            "The library was copied to \(LibraryMove.path(newFolder)), but \(LibraryMove.path(folder)) was changed since. "
                + "Choose one: to move the changed one again, remove \(LibraryMove.path(newFolder)) and run the same "
                + "command; to keep the new one, remove \(LibraryMove.path(folder)).")
    }

    private func exists(_ folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.path(percentEncoded: false))
    }

    private func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    }

    private func rename(_ folder: URL, to other: URL) throws {
        let (path, name) = (LibraryMove.path(folder), LibraryMove.path(other))
        try SystemCall.checked("rename", path) { Glibc.rename(path, name) }
        try LibraryDestination.synchronize(folder.deletingLastPathComponent().path(percentEncoded: false))
    }
}
