#pragma once

#include <stddef.h>
#include <stdint.h>

/// The formats that libvips decodes. The caller names the format, so libvips never detects it.
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
    /// The image has no alpha channel.
    ALBUMEN_VIPS_NO_ALPHA,
    /// The image has an alpha channel, and all of it is opaque.
    ALBUMEN_VIPS_OPAQUE_ALPHA,
    ALBUMEN_VIPS_STRAIGHT_ALPHA,
    ALBUMEN_VIPS_PREMULTIPLIED_ALPHA,
} albumen_vips_alpha;

/// Samples in memory, row by row from the top without padding, with alpha after the colours.
typedef struct {
    void *samples;
    int width, height;
    albumen_vips_colours colours;
    albumen_vips_alpha alpha;
    /// 1 or 2.
    int bytes_per_sample;
    /// The value of full light or full ink, at most 255 or 65535.
    int maximum;
} albumen_vips_raster;

typedef struct {
    /// The samples, which the caller frees with `albumen_vips_free`. RGB of eight bits always has alpha. No samples
    /// are premultiplied.
    albumen_vips_raster raster;
    /// The embedded colour profile, which the caller frees with `albumen_vips_free`, or null if there is none.
    void *profile;
    size_t profile_count;
    /// The library's warning, or an empty string. After a failure, the reason.
    char message[256];
} albumen_vips_picture;

/// Starts the library once. Returns 0 on failure.
int albumen_vips_start(void);

/// Decodes one page or the first frame, reduced to the target size. Fails if the picture doesn't have the expected
/// size. has_alpha says whether the channel beside the colours is alpha; otherwise the function drops it. Returns 0
/// on failure. Only one call can run at a time, because the library's messages belong to the process.
int albumen_vips_decode(const void *bytes, size_t count, albumen_vips_format format, int page, int has_alpha, int width, int height,
                        int target_width, int target_height, albumen_vips_picture *picture);

/// Reduces samples to a smaller size. Returns 0 if there is not enough memory. Only one call can run at a time.
int albumen_vips_reduce(const albumen_vips_raster *source, int target_width, int target_height,
                        albumen_vips_picture *picture);

void albumen_vips_free(void *memory);

/// Returns the library's version, such as "8.14.1".
const char *albumen_vips_version(void);
