#include "CSQLiteFiles.h"

#include <sched.h>
#include <sqlite3.h>
#include <stddef.h>
#include <string.h>

// The size of one region of the WAL-index, the version of its format, and the size of one copy of its header. See
// "WAL-mode File Format" in SQLite's documentation.
enum { region_size = 32768, format_version = 3007000, header_size = 48, checked_size = 40, backfill_offset = 96 };

// A writer needs less than a microsecond for both copies. Most of these attempts yield the processor, so that a writer
// that was suspended between them can continue.
enum { attempts = 200, attempts_without_yield = 20 };

int albumen_sqlite_keep_wal(sqlite3 *database) {
    int answer = 0;
    int result = sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, &answer);
    if (result != SQLITE_OK) return result;
    return answer == 1 ? SQLITE_OK : SQLITE_ERROR;
}

static int find_file(sqlite3 *database, sqlite3_file **file) {
    *file = NULL;
    int result = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, file);
    if (result != SQLITE_OK) return result;
    return *file != NULL && (*file)->pMethods != NULL ? SQLITE_OK : SQLITE_ERROR;
}

int albumen_sqlite_read_file(sqlite3 *database, void *buffer, int size, int64_t offset) {
    sqlite3_file *file;
    int result = find_file(database, &file);
    if (result != SQLITE_OK) return result;
    if (size < 0 || offset < 0) return SQLITE_MISUSE;
    result = file->pMethods->xRead(file, buffer, size, offset);
    return result == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : result;
}

static uint32_t word(const uint8_t *bytes) {
    uint32_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

static uint32_t big_endian_word(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

// Both copies are in memory that other processes write.
static void copy_header(const volatile uint8_t *from, uint8_t *to) {
    for (size_t i = 0; i < header_size; i++) to[i] = from[i];
}

static int is_whole(const uint8_t *header) {
    uint32_t first = 0, second = 0;
    for (size_t i = 0; i < checked_size; i += 8) {
        first += word(header + i) + second;
        second += word(header + i + 4) + first;
    }
    return header[12] != 0 && word(header) == format_version && word(header + 40) == first &&
           word(header + 44) == second;
}

int albumen_sqlite_read_wal_index(sqlite3 *database, struct albumen_wal_index *index) {
    sqlite3_file *file;
    int result = find_file(database, &file);
    if (result != SQLITE_OK) return result;
    if (file->pMethods->iVersion < 2 || file->pMethods->xShmMap == NULL) return SQLITE_ERROR;
    volatile void *region = NULL;
    result = file->pMethods->xShmMap(file, 0, region_size, 0, &region);
    if (result != SQLITE_OK) return result;
    if (region == NULL) return SQLITE_BUSY;

    const volatile uint8_t *bytes = region;
    uint8_t first[header_size], second[header_size];
    for (int i = 0; i < attempts; i++) {
        if (i >= attempts_without_yield) sched_yield();
        // Writers write the second copy first. So reading the first one first finds each interrupted write.
        copy_header(bytes, first);
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        copy_header(bytes + header_size, second);
        if (memcmp(first, second, header_size) != 0 || !is_whole(first)) continue;
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        // The field holds a size of 65536 as 1.
        uint16_t page_size;
        memcpy(&page_size, first + 14, sizeof page_size);
        index->change = word(first + 8);
        index->page_size = (page_size & 0xFE00u) + ((page_size & 1u) << 16);
        index->last_frame = word(first + 16);
        index->page_count = word(first + 20);
        for (int k = 0; k < 2; k++) {
            index->sums[k] = word(first + 24 + 4 * k);
            index->salts[k] = big_endian_word(first + 32 + 4 * k);
        }
        index->backfilled = *(const volatile uint32_t *)(bytes + backfill_offset);
        return SQLITE_OK;
    }
    return SQLITE_BUSY;
}
