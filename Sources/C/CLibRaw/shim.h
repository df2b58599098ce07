#pragma once

#include <libraw/libraw.h>

#include <stddef.h>
#include <stdint.h>

/// What LibRaw says of a camera's raw file before it unpacks anything. `flip` is dcraw's: 3 is 180 degrees, 5 a quarter
/// turn to the left, 6 one to the right.
typedef struct {
    uint32_t width, height;
    int32_t flip;
    /// Seconds, f-number, ISO speed and millimetres. 0 for unknown values.
    float shutter, aperture, iso_speed, focal_length;
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
        description->shutter = raw->other.shutter;
        description->aperture = raw->other.aperture;
        description->iso_speed = raw->other.iso_speed;
        description->focal_length = raw->other.focal_len;
    }
    libraw_close(raw);
    return code;
}

/// Opens a camera's raw file; null where LibRaw does not take it. The bytes must stay as they are until it is closed.
static inline void *albumen_raw_open(const void *bytes, size_t count) {
    libraw_data_t *raw = libraw_init(0);
    if (!raw) return NULL;
    libraw_set_dataerror_handler(raw, (data_callback)albumen_raw_ignore_fault, NULL);
    if (libraw_open_buffer(raw, (void *)bytes, count) == LIBRAW_SUCCESS && raw->idata.raw_count > 0) return raw;
    libraw_close(raw);
    return NULL;
}

static inline void albumen_raw_close(void *raw) { libraw_close((libraw_data_t *)raw); }

/// The embedded JPEG, which lives as long as the file is open; null where there is none.
static inline const void *albumen_raw_preview(void *raw, size_t *count) {
    libraw_data_t *data = (libraw_data_t *)raw;
    if (libraw_unpack_thumb(data) != LIBRAW_SUCCESS || data->thumbnail.tformat != LIBRAW_THUMBNAIL_JPEG) return NULL;
    *count = data->thumbnail.tlength;
    return data->thumbnail.thumb;
}

/// Develops the picture in sRGB with the camera's white balance, not turned, at half the size or whole. Answers three bytes a
/// pixel, for `albumen_raw_free`, or null and LibRaw's code.
static inline void *albumen_raw_develop(void *raw, int is_half, int *width, int *height, const uint8_t **samples, int *code) {
    libraw_data_t *data = (libraw_data_t *)raw;
    data->params.half_size = is_half;
    data->params.use_camera_wb = 1;
    data->params.output_color = 1;
    data->params.output_bps = 8;
    data->params.user_flip = 0;
    data->params.max_raw_memory_mb = 1024;
    *code = libraw_unpack(data);
    if (*code == LIBRAW_SUCCESS) *code = libraw_dcraw_process(data);
    if (*code != LIBRAW_SUCCESS) return NULL;
    libraw_processed_image_t *image = libraw_dcraw_make_mem_image(data, code);
    if (!image) return NULL;
    if (image->type != LIBRAW_IMAGE_BITMAP || image->colors != 3 || image->bits != 8) {
        libraw_dcraw_clear_mem(image);
        *code = LIBRAW_FILE_UNSUPPORTED;
        return NULL;
    }
    *width = image->width;
    *height = image->height;
    *samples = image->data;
    return image;
}

static inline void albumen_raw_free(void *image) { libraw_dcraw_clear_mem((libraw_processed_image_t *)image); }
