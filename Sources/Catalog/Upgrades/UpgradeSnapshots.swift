package import Foundation
import GRDB
package import LibraryFiles
import Records
import SystemCalls
import SystemPackage

/// The copies of a library's catalog from before its upgrades, in the folder `snapshots/`.
package struct UpgradeSnapshots {
    /// The number of the newest copies that stay.
    package static let keptCount = 3
    private static let unfinishedPrefix = ".upgrade-"

    package let folder: URL
    private let permissions: LibraryPermissions

    /// - Parameter library: The library's folder.
    package init(inLibrary library: URL, permissions: LibraryPermissions) {
        folder = library.appending(path: "snapshots", directoryHint: .isDirectory)
        self.permissions = permissions
    }

    /// Returns the copies, oldest first.
    package func all() throws -> [UpgradeSnapshot] {
        let names: [String]
        do throws(Errno) {
            names = try OpenFolder(at: folder.path(percentEncoded: false)).textNames()
        } catch {
            if Set.withoutFile.contains(error) { return [] }
            throw SystemCallFailure(call: "readdir", errno: error, path: folder.path(percentEncoded: false))
        }
        return names.compactMap(UpgradeSnapshot.init(name:)).sorted(by: UpgradeSnapshot.isOlder)
    }

    /// Returns the newest copy that a program with a schema can open, and that is nearest to its schema.
    package func snapshot(forSchema version: Int) throws -> UpgradeSnapshot? {
        try all().filter { $0.version <= version }
            .max { ($0.version, $0.time) < ($1.version, $1.time) }
    }

    package func file(of snapshot: UpgradeSnapshot) -> URL {
        folder.appending(path: snapshot.name, directoryHint: .notDirectory)
    }

    /// Copies the catalog of an open database, and removes all copies but the newest. The copy is durable when this
    /// returns. Copies nothing if an interrupted upgrade has copied this state already.
    ///
    /// - Throws: An error if there is no room. The folder then has only its earlier copies.
    func add(_ catalog: some DatabaseReader, from version: Int, to nextVersion: Int, at date: Date) throws {
        try permissions.makeFolder(folder.path(percentEncoded: false))
        // A trim of the history uses the folder, too.
        let lock = try FolderLock(folder)
        defer { lock.release() }
        try removeUnfinished()
        let change = try Self.latestChange(catalog)
        let former = try all()
        if let newest = former.last, newest.version < version, version < newest.nextVersion,
            latestChange(in: newest) == change
        {
            // Some migrations of an interrupted upgrade have run, and the library hasn't changed since.
            return
        }
        let snapshot = UpgradeSnapshot(version: version, nextVersion: nextVersion, at: date)
        let unfinished = folder.appending(
            path: "\(Self.unfinishedPrefix)\(UUID().uuidString).sqlite", directoryHint: .notDirectory)
        do {
            _ = try Catalog.copy(catalog, to: unfinished, permissions)
            try DurableName.rename(unfinished, to: file(of: snapshot))
        } catch {
            // The first error matters. The next upgrade removes the remains.
            _ = try? removeUnfinished()
            throw error
        }
        // Upgrades that ended before their first migration mustn't replace the copies of earlier upgrades.
        for copy in former
        where copy.isAttempt(of: snapshot) && copy != snapshot && latestChange(in: copy) == change {
            try DurableName.remove(file(of: copy))
        }
        for copy in try all().dropLast(Self.keptCount) { try DurableName.remove(file(of: copy)) }
    }

    /// - Returns: `nil` if the copy can't be read. It then counts as another state, and stays.
    private func latestChange(in snapshot: UpgradeSnapshot) -> Int64? {
        var configuration = Configuration()
        configuration.readonly = true
        let path = file(of: snapshot).path(percentEncoded: false)
        guard let copy = try? DatabaseQueue(path: path, configuration: configuration) else { return nil }
        return try? Self.latestChange(copy)
    }

    private static func latestChange(_ catalog: some DatabaseReader) throws -> Int64 {
        try catalog.read { try CatalogReader(database: $0).latestChange() }
    }

    private func removeUnfinished() throws {
        let path = folder.path(percentEncoded: false)
        for name in try OpenFolder(at: path).textNames() where name.hasPrefix(Self.unfinishedPrefix) {
            try DurableName.remove(folder.appending(path: name, directoryHint: .notDirectory))
        }
    }
}
