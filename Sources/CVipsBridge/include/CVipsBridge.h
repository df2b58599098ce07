#pragma once

#include <stddef.h>
#include <stdint.h>

/// The formats that are given to libvips; it is never left to guess.
typedef enum {
    ALBUMEN_VIPS_PNG,
    ALBUMEN_VIPS_GIF,
    ALBUMEN_VIPS_WEBP,
    ALBUMEN_VIPS_TIFF,
    ALBUMEN_VIPS_JPEG_2000,
} albumen_vips_format;

typedef enum {
    ALBUMEN_VIPS_GREY = 1,
    ALBUMEN_VIPS_RGB = 3,
    ALBUMEN_VIPS_CMYK = 4,
} albumen_vips_colours;

typedef enum {
    /// There is no channel behind the colours.
    ALBUMEN_VIPS_NO_ALPHA,
    /// There is one, and it is full everywhere.
    ALBUMEN_VIPS_OPAQUE_ALPHA,
    ALBUMEN_VIPS_STRAIGHT_ALPHA,
    ALBUMEN_VIPS_PREMULTIPLIED_ALPHA,
} albumen_vips_alpha;

/// Samples in memory: rows from the top without gaps, the alpha behind the colours.
typedef struct {
    void *samples;
    int width, height;
    albumen_vips_colours colours;
    albumen_vips_alpha alpha;
    /// 1 or 2.
    int bytes_per_sample;
    /// What stands for full light or full ink, at most 255 or 65535.
    int maximum;
} albumen_vips_raster;

typedef struct {
    /// Its samples are the caller's, for `albumen_vips_free`. RGB of eight bits always has an alpha, and none is premultiplied.
    albumen_vips_raster raster;
    /// The embedded colour profile, for `albumen_vips_free`; null where there is none.
    void *profile;
    size_t profile_count;
    /// What the library complained about; empty where all was well. After a failure, why.
    char message[256];
} albumen_vips_picture;

/// Starts the library, once. Answers 0 when it cannot be used.
int albumen_vips_start(void);

/// Decodes one page or the first frame, reduced to the target size. The picture must have the size expected. Answers 0 when there is none.
/// Where there is a channel beside the colours, has_alpha says whether it is their alpha or left out.
/// One call at a time: the library's messages are the process's.
int albumen_vips_decode(const void *bytes, size_t count, albumen_vips_format format, int page, int has_alpha, int width, int height,
                        int target_width, int target_height, albumen_vips_picture *picture);

/// Reduces samples to a smaller size. Answers 0 when memory is short. One call at a time.
int albumen_vips_reduce(const albumen_vips_raster *source, int target_width, int target_height,
                        albumen_vips_picture *picture);

void albumen_vips_free(void *memory);

/// The library's version, such as "8.14.1".
const char *albumen_vips_version(void);
