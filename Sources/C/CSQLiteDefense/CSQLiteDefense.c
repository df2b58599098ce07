#include "CSQLiteDefense.h"

#include <sqlite3.h>
#include <stddef.h>
#include <time.h>

// The number of virtual machine instructions between two looks at the clock: far below a millisecond.
static const int instructions_between_looks = 20000;

static int set(sqlite3 *database, int option, int value) {
    int answer = -1;
    int result = sqlite3_db_config(database, option, value, &answer);
    if (result != SQLITE_OK) return result;
    return answer == value ? SQLITE_OK : SQLITE_ERROR;
}

int albumen_sqlite_defend(sqlite3 *database, int longest_value) {
    static const struct { int option, value; } settings[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},
        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
        {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
        {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
        {SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
    };
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        int result = set(database, settings[i].option, settings[i].value);
        if (result != SQLITE_OK) return result;
    }
    // A negative value would only read a limit.
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, longest_value > 0 ? longest_value : 1);
    sqlite3_limit(database, SQLITE_LIMIT_SQL_LENGTH, 1 << 20);
    sqlite3_limit(database, SQLITE_LIMIT_COLUMN, 2000);
    sqlite3_limit(database, SQLITE_LIMIT_EXPR_DEPTH, 100);
    sqlite3_limit(database, SQLITE_LIMIT_COMPOUND_SELECT, 8);
    sqlite3_limit(database, SQLITE_LIMIT_VDBE_OP, 100000);
    sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(database, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100);
    sqlite3_limit(database, SQLITE_LIMIT_VARIABLE_NUMBER, 2000);
    sqlite3_limit(database, SQLITE_LIMIT_TRIGGER_DEPTH, 1);
    sqlite3_limit(database, SQLITE_LIMIT_WORKER_THREADS, 0);
    return SQLITE_OK;
}

int64_t albumen_monotonic_seconds(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) return INT64_MAX;
    return (int64_t)now.tv_sec;
}

static int is_late(void *deadline) {
    return albumen_monotonic_seconds() >= (int64_t)(intptr_t)deadline;
}

void albumen_sqlite_set_deadline(sqlite3 *database, int64_t seconds) {
    // The pointer holds the deadline itself, so that there's nothing to free.
    if (seconds > 0) {
        sqlite3_progress_handler(database, instructions_between_looks, is_late, (void *)(intptr_t)seconds);
    } else {
        sqlite3_progress_handler(database, 0, NULL, NULL);
    }
}
