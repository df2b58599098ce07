import Catalog
package import Foundation
import LibraryFiles
import PhotoLibrary
import Records
import SystemCalls
import SystemPackage

/// A folder in the list of watched folders.
package struct WatchedFolder: Sendable, Equatable {
    /// A file that isn't imported, and the reason.
    package struct Refused: Sendable, Equatable {
        package let path: String
        package let reason: String
    }

    /// Identifies the folder in the list.
    package let id: Int64
    /// The absolute path.
    package let path: String
    /// Whether the files of each folder within go to an album of their own.
    package let makesAlbums: Bool
    /// When all its files were compared with the library last, or `nil` before the first time.
    package let lastCheck: Date?
    /// When a file of it was imported last, or `nil` before the first time.
    package let lastImport: Date?
    /// The number of files that were imported from it.
    package let imported: Int
    /// The number of files whose bytes were in the library before.
    package let duplicates: Int
    /// The first of the files that are refused or can't be read, as far as they still exist.
    package let refused: [Refused]
    /// Why it can't be watched now, for people, or `nil`.
    package let problem: String?
}

/// The list of watched folders. Changes of it are no changes of the library: they have no change number.
extension Library {
    /// The most refused files of a folder that are listed.
    private static let refusedLimit = 200

    /// Whether a process watches the folders now.
    package var isWatchingFolders: Bool { WatchLock.isHeld(in: self) }

    /// Returns the folders whose new files are imported by themselves, in the order of their addition.
    package func watchedFolders() throws -> [WatchedFolder] {
        try catalog.read { catalog in
            try catalog.watchedFolders().map { folder in
                let place = (try? FilePath(folder.path).resolved().text) ?? folder.path
                let refused = try catalog.visitedFilesWithReasons(within: place, limit: Self.refusedLimit)
                return WatchedFolder(
                    id: folder.id, path: folder.path, makesAlbums: folder.makesAlbums, lastCheck: folder.lastCheck,
                    lastImport: folder.lastImport, imported: folder.imported, duplicates: folder.duplicates,
                    refused: refused.compactMap { found in
                        let path = FilePath(found.folder).appending(found.file.name).string
                        guard access(path, F_OK) == 0, let reason = found.file.reason else { return nil }
                        return WatchedFolder.Refused(path: path, reason: reason)
                    }, problem: folder.problem)
            }
        }
    }

    /// Adds a folder to the list, or changes whether its files go to albums. The process that watches the folders begins with
    /// it at once.
    ///
    /// - Returns: The folder's absolute path.
    /// - Throws: `WatchError` if the folder can't be watched.
    @discardableResult
    package func watchFolder(_ path: String, makesAlbums: Bool) throws -> String {
        let place = try WatchPlace(path, in: self)
        try catalog.write(author: Principal.importer.author, at: now()) { catalog in
            try catalog.watch(
                WatchedFolderRecord(path: place.path, makesAlbums: makesAlbums, addedDate: now()))
        }
        doorbell.ring()
        return place.path
    }

    /// Removes a folder from the list, and forgets which files were found there. The photos stay.
    ///
    /// - Returns: Whether the folder was in the list.
    package func stopWatchingFolder(_ path: String) throws -> Bool {
        let path = WatchPlace.absolute(path)
        let place = (try? FilePath(path).resolved().text) ?? path
        let isRemoved = try catalog.write(author: Principal.importer.author, at: now()) { catalog in
            guard try catalog.stopWatching(path: path) else { return false }
            let others = try catalog.reader.watchedFolders().map { FilePath($0.path) }
            // Another folder in the list that contains this one, or lies in it, still needs them.
            if !others.contains(where: { $0.starts(with: FilePath(place)) || FilePath(place).starts(with: $0) }) {
                try catalog.forgetVisits(within: place)
            }
            return true
        }
        if isRemoved { doorbell.ring() }
        return isRemoved
    }
}
