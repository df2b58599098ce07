import Foundation
import GRDB
import GRDBSQLite

/// A row of a statement, whose columns are read without copying the row. A fetch of a million identifiers then only
/// costs SQLite's own work per row.
struct StatementRow {
    let statement: OpaquePointer

    init(_ statement: OpaquePointer) {
        self.statement = statement
    }

    func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    func int(_ column: Int32) -> Int { Int(truncatingIfNeeded: int64(column)) }

    func bool(_ column: Int32) -> Bool { int64(column) != 0 }

    func double(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

    func text(_ column: Int32) -> String {
        guard let bytes = sqlite3_column_text(statement, column) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    func data(_ column: Int32) -> Data {
        guard let bytes = sqlite3_column_blob(statement, column) else { return Data() }
        return Data(bytes: bytes, count: Int(sqlite3_column_bytes(statement, column)))
    }

    /// Returns one of SQLite's fundamental types.
    func type(_ column: Int32) -> Int32 { sqlite3_column_type(statement, column) }

    func isNull(_ column: Int32) -> Bool { type(column) == SQLITE_NULL }

    func optional<Value>(_ column: Int32, _ read: (StatementRow) -> (Int32) -> Value) -> Value? {
        isNull(column) ? nil : read(self)(column)
    }
}

extension Statement {
    /// Runs a read-only statement and calls the body with each row. A row is only valid during that call.
    func forEachRow(arguments: StatementArguments, _ body: (StatementRow) throws -> Void) throws {
        try readRows(arguments: arguments) { row in
            try body(row)
            return true
        }
    }

    /// Runs a read-only statement and calls the body with each row until it returns `false`.
    func readRows(arguments: StatementArguments, while body: (StatementRow) throws -> Bool) throws {
        sqlite3_reset(sqliteStatement)
        try setArguments(arguments)
        defer { sqlite3_reset(sqliteStatement) }
        while true {
            switch sqlite3_step(sqliteStatement) {
            case SQLITE_ROW:
                if try !body(StatementRow(sqliteStatement)) { return }
            case SQLITE_DONE: return
            case let code:
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: code),
                    message: String(cString: sqlite3_errmsg(sqlite3_db_handle(sqliteStatement))), sql: sql)
            }
        }
    }
}
