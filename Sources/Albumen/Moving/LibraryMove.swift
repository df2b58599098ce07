package import BlobStore
package import Cancellation
import Catalog
package import Foundation
import LibraryFiles
import PhotoLibrary
import Records
import SystemCalls
import SystemPackage

/// Moves a library to another folder, also on another disk. No program may have it open.
///
/// Within a file system, one rename moves it. Otherwise its files are copied and compared, the copy gets its name, and only
/// then is the former folder removed. The same call continues an interrupted move.
package struct LibraryMove {
    package struct Summary: Sendable, Equatable {
        /// Whether the files were copied to another file system.
        package var isCopied = false
        package var originals = FileTransfer.Summary()
        /// The configuration file that names the library now.
        package var configuration: URL?
        /// Files in the former folder that aren't the library's. They stay there.
        package var strangers: [String] = []
        /// The place that the library was connected to. It has to be taken over at the new path.
        package var address: String?
        /// Apps with tokens that have no effect any more.
        package var clientsWithoutToken: [String] = []
    }

    let library: URL
    let folder: URL
    let cancellation: WorkCancellation
    let environment: [String: String]

    /// - Parameters:
    ///   - library: The library's folder.
    ///   - folder: The new folder, which must be new or empty.
    package init(
        of library: URL, to folder: URL, environment: [String: String] = ProcessInfo.processInfo.environment,
        _ cancellation: WorkCancellation
    ) {
        self.library = library.resolvingSymlinksInPath()
        (self.folder, self.environment, self.cancellation) = (folder, environment, cancellation)
    }

    /// Moves the library, or completes a move.
    ///
    /// - Parameter progress: Called with the numbers of copied and of all bytes.
    /// - Throws: `CatalogError` with `inUse`, `BackupError`, `BlobStoreError` or `CloudError`. The library is then where it
    ///   was, or in both folders, or in the new one. The same call continues.
    package func run(
        progress: @escaping (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
    ) throws -> Summary {
        if let note = MoveNote.read(in: folder), note.from == Self.path(library) {
            return try complete(note)
        }
        let permissions = try Library.permissions(ofLibraryAt: library)
        try LibraryDestination.check(folder, forLibraryAt: library)
        // Fails before the long part, if a program has the library open.
        try ClosedCatalog(inLibrary: library).release()
        let note = try note()
        let isRenamed = try renameLibrary(note, permissions)
        let originals = try isRenamed ? FileTransfer.Summary() : copyLibrary(note, permissions, progress)
        var summary = try complete(note)
        (summary.isCopied, summary.originals) = (!isRenamed, originals)
        return summary
    }

    /// Whether a library in a folder was moved from another one, and the move wasn't completed.
    package static func isInterrupted(from library: URL, to folder: URL) -> Bool {
        MoveNote.read(in: folder)?.from == path(library.resolvingSymlinksInPath())
    }

    // MARK: Steps

    /// Opens the library once, and notes what can only be read there.
    private func note() throws -> MoveNote {
        let opened = try Library(at: library, workerExecutable: nil)
        do {
            let tokens = try opened.hasValidTokens()
            let change = try opened.catalog.read { try $0.latestChange() }
            try opened.close()
            return MoveNote(from: Self.path(library), keepsTokens: tokens, lastChange: change)
        } catch {
            // The first error says what went wrong.
            try? opened.close()
            throw error
        }
    }

    /// Renames the library's folder.
    ///
    /// - Returns: `false` if the new folder is on another file system.
    private func renameLibrary(_ note: MoveNote, _ permissions: LibraryPermissions) throws -> Bool {
        let (old, new) = (Self.path(library), Self.path(folder))
        let parent = folder.deletingLastPathComponent().path(percentEncoded: false)
        guard try Stat(FilePath(old)).identity.device == Stat(FilePath(parent)).identity.device else { return false }
        let closed = try ClosedCatalog(inLibrary: library)
        defer { closed.release() }
        try note.write(in: library, permissions)
        do throws(Errno) {
            try SystemCall.retrying { rename(old, new) }
        } catch {
            try MoveNote.remove(in: library)
            // Mount points, and parts of a disk that are mounted separately.
            if error == .improperLink || error == .resourceBusy { return false }
            throw BackupError(
                .folderNotEmpty,
                "The library \(old) can't get the name \(new): \(error). Check the permissions of both folders.")
        }
        try LibraryDestination.synchronize(parent)
        try LibraryDestination.synchronize(library.deletingLastPathComponent().path(percentEncoded: false))
        return true
    }

    /// Removes the former folder, and makes everything name the new one.
    private func complete(_ note: MoveNote) throws -> Summary {
        var summary = Summary()
        // Before the former folder goes, so that no program makes a new library there.
        summary.configuration = try LibraryLocation.moveConfiguration(
            from: library, to: folder, environment: environment)
        summary.strangers = try FormerFolder(library, replacedBy: folder).remove(note)
        let moved = try Library(at: folder, workerExecutable: nil)
        do {
            summary.address = try moved.catalog.read { try $0.place() }.map(\.address)
            summary.clientsWithoutToken = try moved.moveTokens(areValid: note.keepsTokens)
            try moved.close()
        } catch {
            // The first error says what went wrong.
            try? moved.close()
            throw error
        }
        try MoveNote.remove(in: folder)
        return summary
    }

    /// Returns a folder's path without a slash at its end.
    static func path(_ folder: URL) -> String {
        let path = folder.path(percentEncoded: false)
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}
