import Foundation
import GRDB
import LibraryFiles
import Records
import SystemCalls
import SystemPackage

/// Brings the catalog of an earlier version to the schema of this one. The caller holds the folder's lock.
struct CatalogUpgrade {
    let pool: DatabasePool
    let permissions: LibraryPermissions
    private let migrator = CatalogSchema.migrator

    init(of pool: DatabasePool, permissions: LibraryPermissions) {
        (self.pool, self.permissions) = (pool, permissions)
    }

    /// Copies an existing catalog to `snapshots/` and migrates it. Does neither if its schema is this version's.
    ///
    /// Each migration is a transaction. If the process is killed, the next opening goes on.
    ///
    /// - Throws: `CatalogError`: `newerFormat` if a later version has changed the catalog, or `diskFull`. The copy comes first,
    ///   so without room for it nothing has changed.
    func run() throws {
        let applied = try pool.read(migrator.appliedIdentifiers)
        let unknown = applied.subtracting(migrator.migrations)
        guard unknown.isEmpty else { throw newer(unknown) }
        guard try !pool.read(migrator.hasCompletedMigrations) else { return }
        // A new catalog has nothing to lose.
        if let version = applied.map(CatalogSchema.number).max() { try keep(version) }
        do {
            try migrator.migrate(pool)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
            throw CatalogError(
                .diskFull,
                "The disk of the catalog \(pool.path) became full during its upgrade. The library is as it was: make "
                    + "room and open it again.", cause: error)
        }
    }

    private var library: URL { URL(fileURLWithPath: pool.path).deletingLastPathComponent() }

    private var snapshots: UpgradeSnapshots { UpgradeSnapshots(inLibrary: library, permissions: permissions) }

    private func keep(_ version: Int) throws {
        do {
            try requireRoom()
            try snapshots.add(pool, from: version, to: CatalogSchema.version, at: Date())
        } catch let error where Self.isFull(error) {
            throw CatalogError(
                .diskFull,
                "The catalog \(pool.path) needs an upgrade, and there is no room to copy it to "
                    + "\(snapshots.folder.path) first. Nothing was changed: make room for "
                    + "\(Self.megabytes(try neededRoom())) and open the library again.", cause: error)
        }
    }

    /// The catalog's copy, and as much again for the log of the migrations.
    private func neededRoom() throws -> Int64 {
        let catalog = try Stat(FilePath(pool.path)).size
        let log = (try? Stat(FilePath(pool.path + "-wal")).size) ?? 0
        return 2 * Int64(catalog + log)
    }

    /// Refuses an upgrade that would probably end with a full disk halfway.
    private func requireRoom() throws {
        // Without sizes, the upgrade itself finds out.
        guard let disk = try? DiskSpace(of: library.path(percentEncoded: false)),
            !disk.hasRoom(for: try neededRoom())
        else { return }
        throw SystemCallFailure(call: "statvfs", errno: .noSpace, path: library.path(percentEncoded: false))
    }

    private static func isFull(_ error: any Error) -> Bool {
        switch error {
        case let error as DatabaseError: error.resultCode == .SQLITE_FULL
        case let error as SystemCallFailure: Set.withoutSpace.contains(error.errno)
        default: false
        }
    }

    private static func megabytes(_ bytes: Int64) -> String { "\(bytes / 1_000_000 + 1) MB" }

    /// Names what is needed, and the copy with which this version can go on.
    private func newer(_ unknown: Set<String>) -> CatalogError {
        let newest = unknown.max { CatalogSchema.number(of: $0) < CatalogSchema.number(of: $1) } ?? ""
        let number = CatalogSchema.number(of: newest)
        var message = "A newer Albumen made the catalog \(pool.path): it has "
        message += number == Int.max ? "the unknown change “\(newest)”" : "schema \(number)"
        message += ", and this version knows schemas up to \(CatalogSchema.version). Update albumen to open it."
        // The message is complete without the copy.
        if let fitting = try? snapshots.snapshot(forSchema: CatalogSchema.version) {
            message += " To go back to this version instead, use the catalog from before the upgrade, of "
            message += "\(fitting.timeText), without all later changes: albumen library restore-snapshot "
            message += fitting.name
        }
        return CatalogError(.newerFormat, message)
    }
}

extension CatalogSchema {
    /// The number of the last migration.
    static var version: Int { migrator.migrations.map(number).max() ?? 0 }

    /// Returns the number at the beginning of a migration's name, or the largest number if it has none.
    static func number(of migration: String) -> Int {
        Int(migration.prefix { $0.isASCII && $0.isNumber }) ?? .max
    }
}
