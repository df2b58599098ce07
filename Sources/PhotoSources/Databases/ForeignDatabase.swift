internal import CSQLiteDefense
internal import Foundation
internal import GRDB
internal import GRDBSQLite
package import SystemPackage

/// A copy of another program's database, open for reading with SQLite's defences on.
///
/// The database can be hostile. Queries may only name tables and columns of `schema`.
///
/// Used by one thread at a time.
package final class ForeignDatabase {
    /// The largest value or row that a query may read, in bytes.
    private static let longestValue: Int32 = 64 << 20
    /// The number of seconds that opening and checking the database, and one read of it, may take.
    private static let openingTime: Int64 = 1_800
    private static let readingTime: Int64 = 600

    package let schema: DatabaseSchema
    /// The private folder of the copy, which is deleted with it.
    package var folder: FilePath { copy.folder }
    private let copy: DatabaseCopy
    private let queue: DatabaseQueue

    /// Opens a copy, and takes it over. Deletes it if it can't be opened.
    package init(_ copy: DatabaseCopy) throws {
        self.copy = copy
        do {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.foreignKeysEnabled = false
            configuration.prepareDatabase { database in
                let result = albumen_sqlite_defend(database.sqliteConnection, Self.longestValue)
                guard result == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: result)) }
                try database.execute(
                    sql: """
                        PRAGMA mmap_size = 0;
                        PRAGMA cell_size_check = ON;
                        PRAGMA ignore_check_constraints = ON;
                        PRAGMA temp_store = MEMORY;
                        """)
            }
            queue = try DatabaseQueue(path: copy.path.string, configuration: configuration)
            schema = try queue.unsafeRead { database in
                albumen_sqlite_set_deadline(
                    database.sqliteConnection, albumen_monotonic_seconds() + Self.openingTime)
                return try DatabaseSchema(reading: database)
            }
        } catch {
            copy.delete()
            throw error
        }
    }

    /// Runs `PRAGMA quick_check` on tables. A damaged page elsewhere doesn't matter, and a virtual table of the file
    /// isn't touched.
    ///
    /// - Complexity: Reads each page of the tables and of their indexes.
    package func check(_ tables: [String]) throws {
        try read(seconds: Self.openingTime) { database in
            for table in tables where schema[table: table] != nil {
                let answer = try String.fetchOne(
                    database, sql: "PRAGMA quick_check(\(table.quotedDatabaseIdentifier))")
                guard answer == "ok" else {
                    throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: answer)
                }
            }
        }
    }

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try read(seconds: Self.readingTime, body)
    }

    private func read<Value>(seconds: Int64, _ body: (Database) throws -> Value) throws -> Value {
        try queue.unsafeRead { database in
            albumen_sqlite_set_deadline(database.sqliteConnection, albumen_monotonic_seconds() + seconds)
            defer { albumen_sqlite_set_deadline(database.sqliteConnection, 0) }
            return try body(database)
        }
    }

    /// Closes the database, and deletes the copy.
    package func close() {
        try? queue.close()
        copy.delete()
    }

    deinit { close() }
}
