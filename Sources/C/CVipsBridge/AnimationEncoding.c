#include "CVipsBridge.h"

#include <vips/vips.h>

/// Replaces an image by the result of an operation. Returns whether the operation succeeded.
static int advance(VipsImage **image, int failure, VipsImage *next) {
    if (failure) return 0;
    g_object_unref(*image);
    *image = next;
    return 1;
}

int albumen_vips_encode_gif(const void *pixels, int width, int height, const int *delays, int count, int loops,
                            void **bytes, size_t *length) {
    VipsImage *next = NULL;
    *bytes = NULL;
    *length = 0;
    VipsImage *image = vips_image_new_from_memory(pixels, (size_t)width * height * count * 4, width, height * count, 4,
                                                  VIPS_FORMAT_UCHAR);
    if (!image) return 0;
    int is_good = advance(&image, vips_copy(image, &next, "interpretation", VIPS_INTERPRETATION_sRGB, NULL), next) &&
                  advance(&image, vips_unpremultiply(image, &next, NULL), next) &&
                  advance(&image, vips_cast_uchar(image, &next, NULL), next);
    if (is_good) {
        vips_image_set_int(image, VIPS_META_PAGE_HEIGHT, height);
        vips_image_set_array_int(image, "delay", delays, count);
        vips_image_set_int(image, "loop", loops);
        is_good = vips_gifsave_buffer(image, bytes, length, NULL) == 0;
    }
    g_object_unref(image);
    vips_error_clear();
    vips_thread_shutdown();
    return is_good;
}
