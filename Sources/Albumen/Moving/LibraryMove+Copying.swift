import BlobStore
import Cancellation
import Catalog
import Foundation
import LibraryFiles
import PhotoLibrary
import SystemCalls
import SystemPackage

extension LibraryMove {
    /// Single files that a copied library needs. Locks, the server's address and what can be made again stay behind.
    private static let files = ["library.json", "not-restored.txt", "derivatives.sqlite"]

    /// Copies the library to another file system, and gives the copy its name.
    ///
    /// The first pass over the originals doesn't exclude other programs, so that the library can be used for as long as possible.
    /// The second one finds what came meanwhile.
    func copyLibrary(
        _ note: MoveNote, _ permissions: LibraryPermissions, _ progress: @escaping (Int64, Int64) -> Void
    ) throws -> FileTransfer.Summary {
        let destination = try LibraryDestination(folder, forLibraryAt: library, permissions)
        let working = destination.working
        let originals = FileTransfer(
            of: "originals", from: library, to: working, kind: .original, permissions, method: .copied)
        let total = try originals.missingBytes()
        try destination.requireRoom(for: total + databaseSize())
        var done: Int64 = 0
        progress(0, total)
        func transfer() throws -> FileTransfer.Summary {
            let note = { (count: Int64) in
                done += count
                progress(done, max(done, total))
            }
            return try originals.run(
                removesOthers: true, shouldStop: { cancellation.isCancelled }, progress: note)
        }
        var summary = try transfer()
        let closed = try ClosedCatalog(inLibrary: library)
        defer { closed.release() }
        summary.add(try transfer())
        try copyFiles(to: working, permissions)
        var note = note
        note.lastChange = try Catalog.latestChange(ofClosedCatalogIn: library)
        try note.write(in: working, permissions)
        try destination.moveIntoPlace()
        return summary
    }

    private func copyFiles(to working: URL, _ permissions: LibraryPermissions) throws {
        let catalog = ClosedCatalog.catalog(in: library)
        try FileTransfer.copy(catalog, to: ClosedCatalog.catalog(in: working), permissions)
        DerivativeCopy.closeLog(inLibrary: library)
        for name in Self.files where exists(name) {
            try FileTransfer.copy(file(name), to: working.appending(path: name), permissions)
        }
        // Only the owner can read it, also in a shared library.
        if exists("cloud.json") { try CloudSettings.read(inLibrary: library)?.write(inLibrary: working) }
        guard exists("snapshots") else { return }
        let snapshots = working.appending(path: "snapshots", directoryHint: .isDirectory)
        try permissions.makeFolder(snapshots.path(percentEncoded: false))
        for name in try FileManager.default.contentsOfDirectory(atPath: file("snapshots").path(percentEncoded: false))
        where !name.hasPrefix(".") {
            try FileTransfer.copy(file("snapshots/\(name)"), to: snapshots.appending(path: name), permissions)
        }
        try LibraryDestination.synchronize(snapshots.path(percentEncoded: false))
    }

    private func databaseSize() throws -> Int64 {
        let snapshots =
            try exists("snapshots")
            ? FileManager.default.contentsOfDirectory(atPath: file("snapshots").path(percentEncoded: false)) : []
        let names =
            ["catalog.sqlite", "catalog.sqlite-wal", "derivatives.sqlite"] + snapshots.map { "snapshots/\($0)" }
        return names.reduce(0) { sum, name in
            sum + ((try? Stat(FilePath(file(name).path(percentEncoded: false))).size).map { Int64($0) } ?? 0)
        }
    }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: file(name).path(percentEncoded: false))
    }

    private func file(_ name: String) -> URL { library.appending(path: name, directoryHint: .notDirectory) }
}
