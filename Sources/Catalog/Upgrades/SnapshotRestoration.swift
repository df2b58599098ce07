package import Foundation
import GRDB
package import LibraryFiles
import Records
import SystemCalls
import SystemPackage

/// Puts a copy of the catalog from before an upgrade in the catalog's place.
package struct SnapshotRestoration {
    package struct Summary: Sendable, Equatable {
        package let snapshot: UpgradeSnapshot
        /// The name in `snapshots/` of the catalog that was replaced.
        package let replaced: String
    }

    /// The number of the newest replaced catalogs that stay.
    static let keptCount = 2
    private static let unfinishedPrefix = ".restoring-"

    private let library: URL
    private let permissions: LibraryPermissions
    private let snapshots: UpgradeSnapshots

    package init(inLibrary library: URL, permissions: LibraryPermissions) {
        (self.library, self.permissions) = (library, permissions)
        snapshots = UpgradeSnapshots(inLibrary: library, permissions: permissions)
    }

    /// Returns the copies that this version can open, oldest first.
    package func choices() throws -> [UpgradeSnapshot] {
        try snapshots.all().filter { $0.version <= CatalogSchema.version }
    }

    /// Replaces the catalog in one step. The replaced catalog gets a name in `snapshots/` first.
    ///
    /// The library begins an epoch, because its next changes have numbers that later changes had, too.
    ///
    /// - Throws: `CatalogError`: `inUse`, `damaged` if the copy isn't whole, `diskFull`. The catalog is as it was then.
    package func restore(_ snapshot: UpgradeSnapshot, at date: Date = Date()) throws -> Summary {
        let closed = try ClosedCatalog(inLibrary: library)
        defer { closed.release() }
        return try Catalog.translating {
            try removeUnfinished()
            let catalog = ClosedCatalog.catalog(in: library)
            let unfinished = library.appending(
                path: "\(Self.unfinishedPrefix)\(UUID().uuidString).sqlite", directoryHint: .notDirectory)
            do {
                try prepare(unfinished, of: snapshot, replacing: catalog)
                let replaced = try keep(catalog, at: date)
                try DurableName.rename(unfinished, to: catalog)
                return Summary(snapshot: snapshot, replaced: replaced)
            } catch {
                // The first error matters. The next restoration removes the remains.
                _ = try? removeUnfinished()
                throw error
            }
        }
    }

    /// Copies the snapshot and migrates the copy.
    private func prepare(_ copy: URL, of snapshot: UpgradeSnapshot, replacing catalog: URL) throws {
        var configuration = Configuration()
        configuration.readonly = true
        let source = try DatabaseQueue(
            path: snapshots.file(of: snapshot).path(percentEncoded: false), configuration: configuration)
        let faults = try source.read { try String.fetchAll($0, sql: "PRAGMA integrity_check(1)") }
        guard faults == ["ok"] else {
            throw CatalogError(
                .damaged,
                "The copy \(snapshots.file(of: snapshot).path(percentEncoded: false)) is damaged "
                    + "(\(faults.joined(separator: "; "))). Choose another one, or restore a backup.")
        }
        _ = try Catalog.copy(source, to: copy, permissions)
        try source.close()
        let epoch = try Self.epoch(of: catalog)
        let queue = try DatabaseQueue(path: copy.path(percentEncoded: false))
        try CatalogSchema.migrator.migrate(queue)
        try queue.write { database in
            let next = max(epoch, try CatalogReader(database: database).epoch()) + 1
            try CatalogMaintenance(database: database).begin(epoch: next)
        }
        try queue.close()
    }

    /// Returns the last epoch of a catalog, whose schema may be a later one.
    private static func epoch(of catalog: URL) throws -> Int64 {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: catalog.path(percentEncoded: false), configuration: configuration)
        let epoch = try queue.read { try $0.tableExists("epoch") ? CatalogReader(database: $0).epoch() : 0 }
        try queue.close()
        return epoch
    }

    /// Gives the catalog a second name in `snapshots/`, and removes all replaced catalogs but the newest.
    private func keep(_ catalog: URL, at date: Date) throws -> String {
        let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted, timeZone: .gmt)
        let name = "replaced-\(date.formatted(style)).sqlite"
        let present = try Stat(FilePath(catalog.path(percentEncoded: false))).identity
        // A restoration that was killed has left a second name of the catalog.
        for former in try replaced()
        where try Stat(FilePath(former.path(percentEncoded: false))).identity == present {
            try DurableName.remove(former)
        }
        let file = snapshots.folder.appending(path: name, directoryHint: .notDirectory)
        try DurableName.link(catalog, as: file, permissions)
        for former in try replaced().dropLast(Self.keptCount) { try DurableName.remove(former) }
        return name
    }

    /// Returns the replaced catalogs, oldest first.
    private func replaced() throws -> [URL] {
        try OpenFolder(at: snapshots.folder.path(percentEncoded: false)).textNames()
            .filter { $0.wholeMatch(of: /replaced-[0-9TZ]+\.sqlite/) != nil }.sorted()
            .map { snapshots.folder.appending(path: $0, directoryHint: .notDirectory) }
    }

    private func removeUnfinished() throws {
        for name in try OpenFolder(at: library.path(percentEncoded: false)).textNames()
        where name.hasPrefix(Self.unfinishedPrefix) {
            try DurableName.remove(library.appending(path: name, directoryHint: .notDirectory))
        }
    }
}
