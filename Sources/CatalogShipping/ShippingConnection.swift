internal import CSQLiteFiles
import GRDB
internal import Glibc

/// One of a shipper's connections. Its transactions outlast the methods that begin them.
final class ShippingConnection {
    private let queue: DatabaseQueue

    init(_ queue: DatabaseQueue) {
        self.queue = queue
    }

    /// The configuration of a shipper's connections: they never checkpoint by themselves.
    static func configuration(label: String, patience: Double) -> Configuration {
        var configuration = Configuration()
        configuration.label = label
        // SQLite's own waiting sleeps up to 100 ms, so that busy writers would always be first. The short steps of a
        // shipper fit between two of their transactions.
        let mostTries = max(1, Int(min(patience, 1e6) * 1000))
        configuration.busyMode = .callback { tries in
            usleep(1000)
            return tries < mostTries
        }
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            let result = albumen_sqlite_keep_wal(database.sqliteConnection)
            guard result == DatabaseError.SQLITE_OK.rawValue else {
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: result), message: "The WAL can't be kept when closing.")
            }
        }
        return configuration
    }

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try queue.writeWithoutTransaction(body)
    }

    /// Begins a read transaction. Its read mark keeps the frames of the WAL that aren't backfilled.
    func hold() throws {
        try begin("BEGIN DEFERRED TRANSACTION; SELECT count(*) FROM sqlite_schema")
    }

    /// Begins a write transaction, after waiting for the writer of another connection.
    func lock() throws {
        try begin("BEGIN IMMEDIATE TRANSACTION")
    }

    /// Ends the transaction, if there's one. Discards its changes.
    func release() throws {
        try queue.writeWithoutTransaction { database in
            if database.isInsideTransaction { try database.execute(sql: "ROLLBACK") }
        }
    }

    private func begin(_ statements: String) throws {
        try queue.writeWithoutTransaction { database in
            do {
                try database.execute(sql: statements)
            } catch {
                if database.isInsideTransaction { try database.execute(sql: "ROLLBACK") }
                throw error
            }
        }
    }

    /// Reads the WAL-index. Returns `nil` if its last writer died while it wrote the index.
    func index() throws -> WriteAheadLogIndex? {
        try queue.writeWithoutTransaction { try WriteAheadLogIndex($0) }
    }

    /// Copies frames to the database's file, as many as the readers allow. Waits for no lock.
    ///
    /// - Returns: The number of frames in the WAL and in the file, or `nil` if another connection is checkpointing.
    func checkpoint() throws -> (frames: Int, backfilled: Int)? {
        try queue.writeWithoutTransaction { database in
            guard let row = try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(PASSIVE)"), row[0] == 0 else {
                return nil
            }
            return (row[1], row[2])
        }
    }

    /// Reads a part of the database's file. The bytes after its end are zeros.
    func readFile(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws {
        try queue.writeWithoutTransaction { database in
            guard let count = Int32(exactly: bytes.count) else { preconditionFailure("The part is too large.") }
            let result = albumen_sqlite_read_file(database.sqliteConnection, bytes.baseAddress, count, offset)
            guard result == DatabaseError.SQLITE_OK.rawValue else {
                throw DatabaseError(resultCode: ResultCode(rawValue: result), message: "The catalog can't be read.")
            }
        }
    }

    func close() throws {
        try release()
        try queue.close()
    }
}
