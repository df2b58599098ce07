#pragma once

#include <stdint.h>

struct sqlite3;

/// Prepares a connection for a database that a stranger could have made. Turns the defensive mode on, and triggers,
/// views, the trust in functions of the schema, and extensions off. Lowers the limits of lengths, depths and columns.
///
/// Returns SQLITE_OK, or the error of the setting that SQLite refused.
int albumen_sqlite_defend(struct sqlite3 *database, int longest_value);

/// Interrupts each statement of the connection that still runs at a time of the monotonic clock, in seconds. Zero
/// removes the deadline.
void albumen_sqlite_set_deadline(struct sqlite3 *database, int64_t seconds);

/// Returns the monotonic clock, in seconds.
int64_t albumen_monotonic_seconds(void);
