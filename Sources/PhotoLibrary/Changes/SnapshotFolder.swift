import BlobStore
import Catalog
import Foundation
import LibraryFiles
import SystemCalls
import SystemPackage

/// The folder with copies of a library's catalog, which are made before history is trimmed. A copy's name is
/// `catalog-CHANGE.sqlite`, with the number of its last change.
struct SnapshotFolder {
    static let name = "snapshots"
    private static let keptCount = 2

    let url: URL
    private let permissions: LibraryPermissions

    init(of library: Library) {
        permissions = library.permissions
        url = library.folder.appendingPathComponent(Self.name, isDirectory: true)
    }

    /// Does the work unless another thread or process holds the folder's lock.
    ///
    /// - Returns: Whether the work was done.
    func withLock(_ work: () throws -> Void) throws -> Bool {
        try DurableFile.makeFolder(at: url, permissions: permissions)
        let descriptor = open(url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("opened", .current) }
        defer { close(descriptor) }
        do throws(Errno) {
            guard try FileDescriptor(rawValue: descriptor).lockIfFree() else { return false }
        } catch {
            throw failure("locked", error)
        }
        // Ignores an error: closing releases the lock too, only later.
        defer { try? FileDescriptor(rawValue: descriptor).unlock() }
        try work()
        return true
    }

    /// Copies the catalog into the folder and keeps only the newest copies. The copy is durable when this returns. The
    /// caller must hold the lock.
    ///
    /// - Throws: An error if the disk is full, or `CancellationError` if `shouldStop` returns `true`. In both cases,
    ///   the folder keeps only its earlier copies.
    func add(_ catalog: Catalog, shouldStop: @escaping () -> Bool) throws {
        // Removes the remains of killed processes.
        try remove { $0.hasPrefix(".") }
        let unfinished = url.appendingPathComponent(".\(UUID().uuidString).sqlite")
        do {
            let change = try catalog.copy(to: unfinished, shouldStop: shouldStop)
            try DurableFile.rename(unfinished, to: url.appendingPathComponent("catalog-\(change).sqlite"))
        } catch {
            // Reports the first error. The next snapshot removes any remains.
            _ = try? remove { $0.hasPrefix(unfinished.lastPathComponent) }
            throw error
        }
        let kept = Set(try changes().suffix(Self.keptCount))
        try remove { name in Self.change(of: name).map { !kept.contains($0) } ?? false }
    }

    /// Returns the numbers of the copies, oldest first.
    func changes() throws -> [Int64] {
        guard FileManager.default.fileExists(atPath: url.path) else { return [] }
        return try names().compactMap(Self.change).sorted()
    }

    private static func change(of name: String) -> Int64? {
        guard let match = name.wholeMatch(of: /catalog-(\d+)\.sqlite/) else { return nil }
        return Int64(match.1)
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.path)
    }

    private func remove(_ isUnwanted: (String) -> Bool) throws {
        for name in try names() where isUnwanted(name) {
            try FileManager.default.removeItem(at: url.appendingPathComponent(name))
        }
    }

    private func failure(_ verb: String, _ reason: Errno) -> LibraryError {
        LibraryError(.notALibrary, "The folder \(url.path) cannot be \(verb): \(reason).")
    }
}
