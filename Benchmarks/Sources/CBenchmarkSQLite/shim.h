#include <sqlite3.h>

/// Binds a copy of a text. SQLite's constant for copying is a cast that Swift can't import.
static inline int bench_bind_text(sqlite3_stmt *statement, int index, const char *text) {
    return sqlite3_bind_text(statement, index, text, -1, SQLITE_TRANSIENT);
}
