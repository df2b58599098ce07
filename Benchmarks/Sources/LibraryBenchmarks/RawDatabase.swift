import CBenchmarkSQLite
import Foundation

/// The catalog through SQLite's own interface, to measure the same work without a layer in between.
final class RawDatabase {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private var connection: OpaquePointer?

    init(_ path: String) throws {
        guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
            throw Failure(description: "\(path) cannot be opened")
        }
        try execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
        sqlite3_busy_timeout(connection, 10_000)
    }

    deinit {
        sqlite3_close(connection)
    }

    func execute(_ sql: String) throws {
        guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
    }

    func prepare(_ sql: String) throws -> RawStatement {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil) == SQLITE_OK,
            let statement
        else { throw failure(sql) }
        return RawStatement(statement)
    }

    private func failure(_ sql: String) -> Failure {
        Failure(description: "\(String(cString: sqlite3_errmsg(connection))) in \(sql)")
    }
}

/// A statement of SQLite.
final class RawStatement {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) {
        self.statement = statement
    }

    deinit {
        sqlite3_finalize(statement)
    }

    func bind(_ number: Int64, at index: Int32) { sqlite3_bind_int64(statement, index, number) }

    func bind(_ number: Double, at index: Int32) { sqlite3_bind_double(statement, index, number) }

    func bind(_ text: String, at index: Int32) { _ = bench_bind_text(statement, index, text) }

    func bind(_ data: Data, at index: Int32) {
        // SQLITE_TRANSIENT.
        let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        data.withUnsafeBytes { _ = sqlite3_bind_blob(statement, index, $0.baseAddress, Int32($0.count), copy) }
    }

    /// Steps once. Returns `true` if there is a row.
    func step() -> Bool { sqlite3_step(statement) == SQLITE_ROW }

    func reset() { sqlite3_reset(statement) }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

    func text(_ column: Int32) -> String { sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "" }

    /// Steps to the end and returns the first column of each row.
    func integers() -> [Int64] {
        var numbers: [Int64] = []
        while step() { numbers.append(integer(0)) }
        reset()
        return numbers
    }
}
