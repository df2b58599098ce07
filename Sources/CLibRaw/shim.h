#pragma once

#include <libraw/libraw.h>

#include <stddef.h>
#include <stdint.h>

/// What LibRaw says of a camera's raw file before it unpacks anything. `flip` is dcraw's: 3 is 180 degrees, 5 a quarter
/// turn to the left, 6 one to the right.
typedef struct {
    uint32_t width, height;
    int32_t flip;
} albumen_raw_description;

/// LibRaw's own handler writes to standard error.
static inline void albumen_raw_ignore_fault(void *context, const char *file, INT64 offset) {
    (void)context;
    (void)file;
    (void)offset;
}

/// Answers LibRaw's own code: 0, or why it does not take these bytes. They must stay as they are during the call.
static inline int albumen_raw_describe(const void *bytes, size_t count, albumen_raw_description *description) {
    libraw_data_t *raw = libraw_init(0);
    if (!raw) return LIBRAW_UNSUFFICIENT_MEMORY;
    libraw_set_dataerror_handler(raw, (data_callback)albumen_raw_ignore_fault, NULL);
    int code = libraw_open_buffer(raw, (void *)bytes, count);
    if (code == LIBRAW_SUCCESS && raw->idata.raw_count == 0) code = LIBRAW_FILE_UNSUPPORTED;
    if (code == LIBRAW_SUCCESS) {
        description->width = raw->sizes.width;
        description->height = raw->sizes.height;
        description->flip = raw->sizes.flip;
    }
    libraw_close(raw);
    return code;
}
