#define _GNU_SOURCE
#include "CVipsBridge.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <vips/vips.h>

/// Whether a decoder has warned since the current call began. libvips treats missing rows as a warning, not an error.
static atomic_int has_warned;

/// Returns whether a message is about the picture's data. Most messages concern other parts, such as a colour
/// profile, a date or a text.
static int is_about_data(const char *message) {
    static const char *const words[] = {"idat", "read error", "truncat", "premature", "end of", "corrupt",
                                        "not enough", "too short", "inflate", "decompress", "adaptive filter"};
    for (size_t index = 0; index < sizeof words / sizeof *words; index++)
        if (strcasestr(message, words[index])) return 1;
    return 0;
}

/// Replaces GLib's log handler, which writes to standard error.
static void take_log(const char *domain, GLogLevelFlags level, const char *message, void *context) {
    (void)context;
    if ((level & G_LOG_LEVEL_WARNING) && domain && !strcmp(domain, "VIPS") && is_about_data(message))
        atomic_store(&has_warned, 1);
}

int albumen_vips_start(void) {
    // Disables plug-ins. This library isn't used for their formats (PDF, HEIF, ImageMagick's formats).
    setenv("VIPSHOME", "/nonexistent", 1);
    g_log_set_default_handler(take_log, NULL);
    if (vips_init("albumen") != 0) return 0;
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    vips_block_untrusted_set(TRUE);
    vips_operation_block_set("VipsForeignLoadJp2k", FALSE);
    vips_operation_block_set("VipsForeignLoadMagick", TRUE);
    return 1;
}

const char *albumen_vips_version(void) { return vips_version_string(); }

void albumen_vips_free(void *memory) { g_free(memory); }

/// Replaces an image by the result of an operation. Returns whether the operation succeeded.
static int advance(VipsImage **image, int failure, VipsImage *next) {
    if (failure) return 0;
    g_object_unref(*image);
    *image = next;
    return 1;
}

static VipsImage *load(const void *bytes, size_t count, albumen_vips_format format, int page, double scale) {
    VipsImage *image = NULL;
    void *start = (void *)bytes;
    const VipsAccess access = VIPS_ACCESS_SEQUENTIAL;
    switch (format) {
    case ALBUMEN_VIPS_PNG: vips_pngload_buffer(start, count, &image, "access", access, NULL); break;
    case ALBUMEN_VIPS_GIF: vips_gifload_buffer(start, count, &image, "access", access, NULL); break;
    case ALBUMEN_VIPS_WEBP:
        vips_webpload_buffer(start, count, &image, "access", access, "scale", scale, NULL);
        break;
    case ALBUMEN_VIPS_TIFF: vips_tiffload_buffer(start, count, &image, "access", access, "page", page, NULL); break;
    case ALBUMEN_VIPS_JPEG_2000:
        vips_jp2kload_buffer(start, count, &image, "access", access, "page", page, NULL);
        break;
    }
    return image;
}

/// Returns the lowest resolution of a JPEG 2000 picture that is at least as large as the target.
static int resolution(VipsImage *image, int target_width, int target_height) {
    int page = 0;
    const int count = vips_image_get_n_pages(image);
    while (page + 1 < count && page < 31 && image->Xsize >> (page + 1) >= target_width &&
           image->Ysize >> (page + 1) >= target_height)
        page++;
    return page;
}

/// Converts an image to grey, RGB or CMYK of eight or sixteen bits. Other colour spaces become sRGB and lose their
/// profile.
static int make_plain(VipsImage **image, albumen_vips_raster *raster, int has_alpha) {
    VipsImage *next = NULL;
    const VipsBandFormat format = (*image)->BandFmt;
    int is_plain = format == VIPS_FORMAT_UCHAR || format == VIPS_FORMAT_USHORT;
    switch (vips_image_guess_interpretation(*image)) {
    case VIPS_INTERPRETATION_B_W:
    case VIPS_INTERPRETATION_GREY16: raster->colours = ALBUMEN_VIPS_GREY; break;
    case VIPS_INTERPRETATION_RGB:
    case VIPS_INTERPRETATION_sRGB:
    case VIPS_INTERPRETATION_RGB16: raster->colours = ALBUMEN_VIPS_RGB; break;
    case VIPS_INTERPRETATION_CMYK: raster->colours = ALBUMEN_VIPS_CMYK; break;
    default: is_plain = 0;
    }
    if (!is_plain) {
        if (!advance(image, vips_colourspace(*image, &next, VIPS_INTERPRETATION_sRGB, NULL), next)) return 0;
        vips_image_remove(*image, VIPS_META_ICC_NAME);
        raster->colours = ALBUMEN_VIPS_RGB;
    }
    if ((*image)->BandFmt != VIPS_FORMAT_UCHAR && (*image)->BandFmt != VIPS_FORMAT_USHORT) {
        vips_error("albumen", "its samples are of a kind without a known range");
        return 0;
    }
    const int colours = (int)raster->colours;
    if ((*image)->Bands < colours) {
        vips_error("albumen", "the picture has too few channels");
        return 0;
    }
    raster->alpha = has_alpha && (*image)->Bands > colours ? ALBUMEN_VIPS_STRAIGHT_ALPHA : ALBUMEN_VIPS_NO_ALPHA;
    const int bands = colours + (raster->alpha != ALBUMEN_VIPS_NO_ALPHA);
    if ((*image)->Bands > bands &&
        !advance(image, vips_extract_band(*image, &next, 0, "n", bands, NULL), next))
        return 0;
    raster->bytes_per_sample = (*image)->BandFmt == VIPS_FORMAT_USHORT ? 2 : 1;
    raster->maximum = raster->bytes_per_sample == 2 ? 65535 : 255;
    return 1;
}

/// Reduces an image. Premultiplies colours by alpha meanwhile.
static int reduce(VipsImage **image, albumen_vips_raster *raster, int width, int height) {
    VipsImage *next = NULL;
    const double maximum = raster->maximum;
    const VipsBandFormat format = (*image)->BandFmt;
    const int is_reduced = (*image)->Xsize != width || (*image)->Ysize != height;
    const int is_straight = raster->alpha == ALBUMEN_VIPS_STRAIGHT_ALPHA;
    int is_multiplied = raster->alpha == ALBUMEN_VIPS_PREMULTIPLIED_ALPHA;
    if (is_reduced && is_straight) {
        if (!advance(image, vips_premultiply(*image, &next, "max_alpha", maximum, NULL), next)) return 0;
        is_multiplied = 1;
    }
    if (is_reduced) {
        const double across = (double)width / (*image)->Xsize, down = (double)height / (*image)->Ysize;
        if (!advance(image, vips_resize(*image, &next, across, "vscale", down, NULL), next)) return 0;
    }
    if (is_multiplied) {
        if (!advance(image, vips_unpremultiply(*image, &next, "max_alpha", maximum, NULL), next)) return 0;
        if (!advance(image, vips_rint(*image, &next, NULL), next)) return 0;
        if (!advance(image, vips_cast(*image, &next, format, NULL), next)) return 0;
    }
    if ((*image)->Xsize != width || (*image)->Ysize != height) {
        vips_error("albumen", "the picture cannot be reduced to this size");
        return 0;
    }
    if (is_multiplied) raster->alpha = ALBUMEN_VIPS_STRAIGHT_ALPHA;
    if (raster->alpha == ALBUMEN_VIPS_NO_ALPHA && raster->colours == ALBUMEN_VIPS_RGB && raster->bytes_per_sample == 1) {
        if (!advance(image, vips_addalpha(*image, &next, NULL), next)) return 0;
        raster->alpha = ALBUMEN_VIPS_OPAQUE_ALPHA;
    }
    return 1;
}

static int write_samples(VipsImage *image, albumen_vips_raster *raster) {
    size_t count = 0;
    raster->width = image->Xsize;
    raster->height = image->Ysize;
    raster->samples = vips_image_write_to_memory(image, &count);
    return raster->samples != NULL;
}

/// Copies the first line of the library's messages and clears them.
static void take_message(albumen_vips_picture *picture) {
    g_strlcpy(picture->message, vips_error_buffer(), sizeof picture->message);
    picture->message[strcspn(picture->message, "\n")] = 0;
    vips_error_clear();
}

static int finish(VipsImage *image, albumen_vips_picture *picture, int is_good) {
    if (image) g_object_unref(image);
    take_message(picture);
    if (!is_good) {
        albumen_vips_free(picture->raster.samples);
        albumen_vips_free(picture->profile);
        picture->raster.samples = picture->profile = NULL;
        if (!picture->message[0]) g_strlcpy(picture->message, "unknown failure", sizeof picture->message);
    }
    vips_thread_shutdown();
    return is_good;
}

static void copy_profile(VipsImage *image, albumen_vips_picture *picture) {
    const void *profile = NULL;
    size_t count = 0;
    if (!vips_image_get_typeof(image, VIPS_META_ICC_NAME)) return;
    if (vips_image_get_blob(image, VIPS_META_ICC_NAME, &profile, &count) != 0 || !count) return;
    picture->profile = g_try_malloc(count);
    if (!picture->profile) return;
    memcpy(picture->profile, profile, count);
    picture->profile_count = count;
}

int albumen_vips_decode(const void *bytes, size_t count, albumen_vips_format format, int page, int has_alpha, int width, int height,
                        int target_width, int target_height, albumen_vips_picture *picture) {
    memset(picture, 0, sizeof *picture);
    vips_error_clear();
    atomic_store(&has_warned, 0);
    const double across = (double)target_width / width, down = (double)target_height / height;
    const double scale = format == ALBUMEN_VIPS_WEBP ? VIPS_MIN(1.0, VIPS_MAX(across, down)) : 1.0;
    VipsImage *image = load(bytes, count, format, page, scale);
    if (!image) return finish(NULL, picture, 0);
    if (scale == 1.0 && (image->Xsize != width || image->Ysize != height)) {
        vips_error("albumen", "the picture is not of the size that its header says");
        return finish(image, picture, 0);
    }
    const int level = format == ALBUMEN_VIPS_JPEG_2000 ? resolution(image, target_width, target_height) : 0;
    if (level > 0) {
        g_object_unref(image);
        image = load(bytes, count, format, level, scale);
        if (!image) return finish(NULL, picture, 0);
    }
    const int is_good =
        make_plain(&image, &picture->raster, has_alpha) && reduce(&image, &picture->raster, target_width, target_height);
    if (is_good) copy_profile(image, picture);
    const int answer = finish(image, picture, is_good && write_samples(image, &picture->raster));
    if (answer && !is_about_data(picture->message)) picture->message[0] = 0;
    // For a TIFF, libvips also warns about unknown tags.
    if (format != ALBUMEN_VIPS_TIFF && atomic_load(&has_warned) && !picture->message[0])
        g_strlcpy(picture->message, "a part of the picture is missing", sizeof picture->message);
    return answer;
}

int albumen_vips_reduce(const albumen_vips_raster *source, int target_width, int target_height,
                        albumen_vips_picture *picture) {
    memset(picture, 0, sizeof *picture);
    vips_error_clear();
    picture->raster = *source;
    picture->raster.samples = NULL;
    const int bands = (int)source->colours + (source->alpha != ALBUMEN_VIPS_NO_ALPHA);
    const size_t count = (size_t)source->width * source->height * bands * source->bytes_per_sample;
    const VipsBandFormat format = source->bytes_per_sample == 2 ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR;
    VipsImage *image = vips_image_new_from_memory(source->samples, count, source->width, source->height, bands, format);
    if (!image) return finish(NULL, picture, 0);
    const int is_good = reduce(&image, &picture->raster, target_width, target_height);
    return finish(image, picture, is_good && write_samples(image, &picture->raster));
}
