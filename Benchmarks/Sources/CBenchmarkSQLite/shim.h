#include <sqlite3.h>

/// SQLite's "copy this text", which is a cast that Swift does not read.
static inline int bench_bind_text(sqlite3_stmt *statement, int index, const char *text) {
    return sqlite3_bind_text(statement, index, text, -1, SQLITE_TRANSIENT);
}
