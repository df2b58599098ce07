package import Foundation
import GRDB
package import LibraryFiles
package import Records

/// What is known on this machine of the packs of thumbnails in a place: which pack has which thumbnail, as an SQLite file.
///
/// The place decides what it has: all of the content can be read from the packs again. So a file that is missing, damaged or
/// of another version is replaced by an empty one. Any thread can call it; only the process that sends the library's changes
/// does.
package final class ThumbnailPackIndex: Sendable {
    /// A pack in the place.
    package struct Pack: Sendable, Equatable {
        /// The name in the place.
        package var name: String
        /// The object's size in bytes.
        package var size: Int64
        /// The number and size of the thumbnails that are still needed, and that no other pack has.
        package var liveCount: Int
        package var liveBytes: Int64
        /// Whether this machine has got its thumbnails, or doesn't need them.
        package var isFetched: Bool
    }

    /// A thumbnail in a pack.
    package struct Entry: Sendable, Equatable {
        package var sha256: BlobDigest
        /// In bytes.
        package var size: Int

        package init(sha256: BlobDigest, size: Int) { (self.sha256, self.size) = (sha256, size) }
    }

    /// How far the work has come.
    package struct Position: Sendable, Equatable {
        /// The last row of the thumbnails that needs no further look, or 0, and its picture. If the row has another
        /// picture, the numbers of the rows have begun anew.
        package var row: Int64 = 0
        package var sha256 = BlobDigest.zero
        /// When a thumbnail was first seen that no pack has, or `nil` if there is none.
        package var waitingSince: Date?
        /// The last entry that was compared with the catalog, and the catalog's last change before the comparison began.
        package var compared = BlobDigest.zero
        package var comparedChange: Int64 = -1
        /// When the comparison began.
        package var comparedDate = Date.distantPast
        /// Whether the comparison has come to the end. There is nothing to compare at first.
        package var hasCompared = true
        /// Whether this machine still lacks thumbnails of a library that it restored.
        package var isFetching = false
    }

    private static let version = 1

    private let queue: DatabaseQueue
    private let file: URL

    /// Opens the file, or creates it.
    ///
    /// - Parameter recipe: The number of the method that makes thumbnails. A file of another number is replaced.
    package init(at file: URL, recipe: Int, permissions: LibraryPermissions) throws {
        self.file = file
        let version = recipe << 8 | Self.version
        queue = try Catalog.translating {
            if let queue = try Self.existing(file, version, permissions) { return queue }
            Self.remove(file)
            let queue = try Self.open(file, permissions)
            try queue.write { database in
                try database.execute(sql: Self.tables)
                try database.execute(sql: "PRAGMA user_version = \(version)")
            }
            return queue
        }
    }

    package func close() throws { try Catalog.translating { try queue.close() } }

    // MARK: Reading

    package func position() throws -> Position {
        try read { database in
            guard let row = try Row.fetchOne(database, sql: "SELECT * FROM position") else { return Position() }
            return Position(
                row: row["row"], sha256: try row.decode(forColumn: "sha256"),
                waitingSince: (row["waitingSince"] as Double?).map(Date.init(timeIntervalSinceReferenceDate:)),
                compared: try row.decode(forColumn: "compared"), comparedChange: row["comparedChange"],
                comparedDate: Date(timeIntervalSinceReferenceDate: row["comparedDate"]),
                hasCompared: row["hasCompared"], isFetching: row["isFetching"])
        }
    }

    /// Returns the packs by name.
    ///
    /// - Complexity: O(*n*) for *n* packs, of up to 8 MiB each.
    package func packs() throws -> [Pack] {
        try read { database in
            try Row.fetchAll(
                database, sql: "SELECT name, size, liveCount, liveBytes, isFetched FROM pack ORDER BY name"
            ).map { Pack(name: $0[0], size: $0[1], liveCount: $0[2], liveBytes: $0[3], isFetched: $0[4]) }
        }
    }

    /// Returns whether a pack has the thumbnail of a picture.
    package func contains(_ sha256: BlobDigest) throws -> Bool {
        try read { database in
            try Bool.fetchOne(
                try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM entry WHERE sha256 = ?)"),
                arguments: [sha256]) ?? false
        }
    }

    /// Returns the pictures whose thumbnails a pack has, in the order of their digests.
    package func pictures(in name: String) throws -> [BlobDigest] {
        try read { database in
            try BlobDigest.fetchAll(
                database,
                sql: "SELECT sha256 FROM entry WHERE pack = (SELECT id FROM pack WHERE name = ?) ORDER BY sha256",
                arguments: [name])
        }
    }

    /// Returns a page of all pictures, in the order of their digests.
    package func pictures(after sha256: BlobDigest, limit: Int) throws -> [BlobDigest] {
        try read { database in
            try BlobDigest.fetchAll(
                database, sql: "SELECT sha256 FROM entry WHERE sha256 > ? ORDER BY sha256 LIMIT ?",
                arguments: [sha256, limit])
        }
    }

    // MARK: Writing

    package func move(to position: Position) throws {
        try write { try Self.write(position, in: $0) }
    }

    /// Adds a pack. Thumbnails that another pack has don't count.
    package func add(_ name: String, size: Int64, _ entries: [Entry], isFetched: Bool) throws {
        try write { database in
            let pack = try Self.insert(name, size, isFetched, in: database)
            for entry in entries {
                try database.cachedStatement(
                    sql: "INSERT OR IGNORE INTO entry (sha256, pack, size) VALUES (?, ?, ?)"
                ).execute(arguments: [entry.sha256, pack, entry.size])
            }
        }
    }

    /// Adds a pack that was made here. It has its thumbnails from now on, and no other pack.
    ///
    /// - Parameter position: How far its thumbnails come, or `nil` if they come from other packs.
    package func addNew(_ name: String, size: Int64, _ entries: [Entry], _ position: Position? = nil) throws {
        try write { database in
            let pack = try Self.insert(name, size, true, in: database)
            for entry in entries {
                try database.cachedStatement(sql: "DELETE FROM entry WHERE sha256 = ?").execute(
                    arguments: [entry.sha256])
                try database.cachedStatement(
                    sql: "INSERT INTO entry (sha256, pack, size) VALUES (?, ?, ?)"
                ).execute(arguments: [entry.sha256, pack, entry.size])
            }
            if let position { try Self.write(position, in: database) }
        }
    }

    /// Forgets packs with their thumbnails.
    package func remove(_ names: [String]) throws {
        try write { database in
            for name in names {
                try database.execute(
                    sql: "DELETE FROM entry WHERE pack = (SELECT id FROM pack WHERE name = ?)", arguments: [name])
                try database.execute(sql: "DELETE FROM pack WHERE name = ?", arguments: [name])
            }
        }
    }

    /// Forgets the thumbnails of pictures. Their packs still have the bytes.
    package func removePictures(_ digests: [BlobDigest]) throws {
        try write { database in
            for digest in digests {
                try database.cachedStatement(sql: "DELETE FROM entry WHERE sha256 = ?").execute(arguments: [digest])
            }
        }
    }

    /// Notes that this machine has got a pack's thumbnails.
    package func noteFetched(_ name: String) throws {
        try write { try $0.execute(sql: "UPDATE pack SET isFetched = 1 WHERE name = ?", arguments: [name]) }
    }

    // MARK: Parts

    private static func insert(
        _ name: String, _ size: Int64, _ isFetched: Bool, in database: Database
    ) throws -> Int64 {
        try database.execute(
            sql: "INSERT OR IGNORE INTO pack (name, size, isFetched) VALUES (?, ?, ?)",
            arguments: [name, size, isFetched])
        let pack = try Int64.fetchOne(database, sql: "SELECT id FROM pack WHERE name = ?", arguments: [name])
        return pack ?? database.lastInsertedRowID
    }

    private static func write(_ position: Position, in database: Database) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO position VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                position.row, position.sha256, position.waitingSince?.timeIntervalSinceReferenceDate, position.compared,
                position.comparedChange, position.comparedDate.timeIntervalSinceReferenceDate, position.hasCompared,
                position.isFetching,
            ])
    }

    private func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try removingIfDamaged { try queue.read(body) }
    }

    private func write(_ body: (Database) throws -> Void) throws {
        try removingIfDamaged { try queue.write(body) }
    }

    /// Removes a damaged file, so that the next opening makes a new one.
    private func removingIfDamaged<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch  where DerivativeDatabase.isDamage(error) {
            Self.remove(file)
            throw CatalogError(
                .failed, "\(file.path) is damaged and was removed. Albumen makes it again when it's needed next.",
                cause: error)
        } catch {
            return try Catalog.translating { throw error }
        }
    }

    private static func existing(
        _ file: URL, _ version: Int, _ permissions: LibraryPermissions
    ) throws -> DatabaseQueue? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        do {
            let queue = try open(file, permissions)
            if try queue.read({ try Int.fetchOne($0, sql: "PRAGMA user_version") }) == version { return queue }
            try queue.close()
            return nil
        } catch  where DerivativeDatabase.isDamage(error) {
            return nil
        }
    }

    private static func open(_ file: URL, _ permissions: LibraryPermissions) throws -> DatabaseQueue {
        try permissions.createFileIfMissing(file.path)
        var configuration = Configuration()
        configuration.label = "albumen.thumbnail-packs"
        configuration.busyMode = .timeout(10)
        return try DatabaseQueue(path: file.path, configuration: configuration)
    }

    private static func remove(_ file: URL) {
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(file.path + suffix) }
    }

    /// The triggers maintain the packs' sums, so that nothing counts the thumbnails of all packs.
    private static let tables = """
        CREATE TABLE pack (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            size INTEGER NOT NULL,
            liveCount INTEGER NOT NULL DEFAULT 0,
            liveBytes INTEGER NOT NULL DEFAULT 0,
            isFetched INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE entry (
            sha256 BLOB PRIMARY KEY CHECK (length(sha256) = 32),
            pack INTEGER NOT NULL,
            size INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX entryByPack ON entry(pack);
        CREATE TRIGGER entryComes AFTER INSERT ON entry BEGIN
            UPDATE pack SET liveCount = liveCount + 1, liveBytes = liveBytes + NEW.size WHERE id = NEW.pack;
        END;
        CREATE TRIGGER entryGoes AFTER DELETE ON entry BEGIN
            UPDATE pack SET liveCount = liveCount - 1, liveBytes = liveBytes - OLD.size WHERE id = OLD.pack;
        END;
        CREATE TABLE position (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            row INTEGER NOT NULL,
            sha256 BLOB NOT NULL,
            waitingSince REAL,
            compared BLOB NOT NULL,
            comparedChange INTEGER NOT NULL,
            comparedDate REAL NOT NULL,
            hasCompared INTEGER NOT NULL,
            isFetching INTEGER NOT NULL
        ) STRICT;
        """
}
