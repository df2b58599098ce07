#pragma once

#include <stdint.h>

struct sqlite3;

/// One state of the header of the WAL-index, and the number of frames that checkpoints have copied.
struct albumen_wal_index {
    /// Counts the commits. Recovery sets it to zero.
    uint32_t change;
    /// The size of a page in bytes. Zero if the WAL has never had a frame.
    uint32_t page_size;
    /// The number of valid frames. The last one ends a transaction.
    uint32_t last_frame;
    /// The number of pages of the database after the last frame. Zero if the WAL has never had a frame.
    uint32_t page_count;
    /// The checksums of the last frame.
    uint32_t sums[2];
    /// The salts, as numbers.
    uint32_t salts[2];
    /// The number of frames that the database's file certainly contains.
    uint32_t backfilled;
};

/// Keeps the WAL when this connection is the last one that closes: no checkpoint then, and no deletion.
///
/// Returns SQLITE_OK or an error of SQLite.
int albumen_sqlite_keep_wal(struct sqlite3 *database);

/// Reads a part of the database's file through the connection's own descriptor. A process that opens and closes a
/// descriptor of its own would drop the POSIX locks of all its connections.
///
/// Fills the bytes behind the end of the file with zeros. No other thread may use the connection at the same time.
///
/// Returns SQLITE_OK or an error of SQLite.
int albumen_sqlite_read_file(struct sqlite3 *database, void *buffer, int size, int64_t offset);

/// Reads the header of the WAL-index through the connection's shared memory. The connection must be in the WAL mode and
/// must have read the database before. No other thread may use the connection at the same time.
///
/// Returns SQLITE_OK, SQLITE_BUSY if the header is being written or its writer died, or an error of SQLite.
int albumen_sqlite_read_wal_index(struct sqlite3 *database, struct albumen_wal_index *index);
