internal import CSQLiteFiles
package import GRDB

/// One state of the WAL-index: the frames of the WAL that SQLite considers valid.
///
/// A commit frame in the WAL isn't a commit until the index counts it.
package struct WriteAheadLogIndex: Sendable, Hashable {
    /// Counts the commits, and overflows. Recovery sets it to zero.
    package var change: UInt32
    /// The size of a page in bytes, or zero if the WAL has never had a frame.
    package var pageSize: Int
    /// The number of valid frames. The last one ends a transaction.
    package var lastFrame: UInt32
    /// The number of pages of the database after the last frame, or zero if the WAL has never had a frame.
    package var pageCount: UInt32
    /// The checksums of the last frame.
    package var sums: WriteAheadLogSums
    package var salts: WriteAheadLogSalts
    /// The number of frames that the database's file certainly contains.
    package var backfilled: UInt32

    /// Whether the database's file alone is the state.
    package var isBackfilled: Bool { backfilled >= lastFrame }

    /// The position after the last frame.
    package var end: WriteAheadLogPosition {
        WriteAheadLogPosition(salts: salts, frame: lastFrame, sums: sums)
    }

    /// Reads the index through a connection that has read its database.
    ///
    /// - Returns: `nil` if a writer died while it wrote the index. The next read transaction repairs the index.
    /// - Throws: `DatabaseError` if the connection can't read the index.
    package init?(_ database: Database) throws {
        var index = albumen_wal_index()
        let result = albumen_sqlite_read_wal_index(database.sqliteConnection, &index)
        if result == DatabaseError.SQLITE_BUSY.rawValue { return nil }
        guard result == DatabaseError.SQLITE_OK.rawValue else {
            throw DatabaseError(resultCode: ResultCode(rawValue: result), message: "The WAL-index can't be read.")
        }
        change = index.change
        pageSize = Int(index.page_size)
        lastFrame = index.last_frame
        pageCount = index.page_count
        sums = WriteAheadLogSums(index.sums.0, index.sums.1)
        salts = WriteAheadLogSalts(index.salts.0, index.salts.1)
        backfilled = index.backfilled
    }
}
