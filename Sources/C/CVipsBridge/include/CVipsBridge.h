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

/// The samples of rows, with alpha after the colours. Colours aren't premultiplied.
typedef struct {
    int width, height;
    albumen_vips_colours colours;
    int has_alpha;
    /// 1 or 2.
    int bytes_per_sample;
} albumen_vips_layout;

/// Receives the rows of a picture. If a function returns 0, the decode fails.
typedef struct {
    void *context;
    /// Called once, before the first row.
    int (*start)(void *context, const albumen_vips_layout *layout);
    /// Called with the next rows, from the top. The samples are valid during the call.
    int (*rows)(void *context, const void *samples, size_t bytes_per_row, int count);
} albumen_vips_receiver;

typedef struct {
    /// The embedded colour profile, which the caller frees with `albumen_vips_free`, or null if there is none.
    void *profile;
    size_t profile_count;
    /// The library's warning, or an empty string. After a failure, the reason.
    char message[256];
} albumen_vips_picture;

/// Starts the library once. Returns 0 on failure.
int albumen_vips_start(void);

/// Decodes one page, or frames of an animation one below the other, and passes the rows to the receiver. Fails if the
/// picture doesn't have the expected size. The rows can have a lower resolution of the file that is about as large as
/// the target or larger. has_alpha says whether the channel beside the colours is alpha; otherwise the function drops
/// it. Returns 0 on failure. Only one call can run at a time, because the library's messages belong to the process.
int albumen_vips_decode(const void *bytes, size_t count, albumen_vips_format format, int page, int pages, int has_alpha,
                        int width, int height, int target_width, int target_height,
                        const albumen_vips_receiver *receiver, albumen_vips_picture *picture);

/// Encodes frames as an animated GIF in memory, which the caller frees with `albumen_vips_free`. Returns 0 on failure.
///
/// @param pixels The frames one after another: red, green, blue and alpha of eight bits, premultiplied.
/// @param delays The time of each frame in milliseconds.
/// @param loops The number of times to play the animation, or 0 for no end.
int albumen_vips_encode_gif(const void *pixels, int width, int height, const int *delays, int count, int loops,
                            void **bytes, size_t *length);

void albumen_vips_free(void *memory);

/// Returns the library's version, such as "8.14.1".
const char *albumen_vips_version(void);

#include "CVipsGraph.h"
