#define _GNU_SOURCE
#include "CVipsBridge.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <vips/vips.h>

/// The height of a strip. It's the one for which libvips' loaders keep rows.
#define STRIP_HEIGHT 16

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

static VipsImage *load(const void *bytes, size_t count, albumen_vips_format format, int page, int pages,
                       double scale) {
    VipsImage *image = NULL;
    void *start = (void *)bytes;
    const VipsAccess access = VIPS_ACCESS_SEQUENTIAL;
    switch (format) {
    case ALBUMEN_VIPS_PNG: vips_pngload_buffer(start, count, &image, "access", access, NULL); break;
    case ALBUMEN_VIPS_GIF:
        vips_gifload_buffer(start, count, &image, "access", access, "page", page, "n", pages, NULL);
        break;
    case ALBUMEN_VIPS_WEBP:
        vips_webpload_buffer(start, count, &image, "access", access, "scale", scale, "page", page, "n", pages, NULL);
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
static int make_plain(VipsImage **image, albumen_vips_layout *layout, int has_alpha) {
    VipsImage *next = NULL;
    const VipsBandFormat format = (*image)->BandFmt;
    int is_plain = format == VIPS_FORMAT_UCHAR || format == VIPS_FORMAT_USHORT;
    switch (vips_image_guess_interpretation(*image)) {
    case VIPS_INTERPRETATION_B_W:
    case VIPS_INTERPRETATION_GREY16: layout->colours = ALBUMEN_VIPS_GREY; break;
    case VIPS_INTERPRETATION_RGB:
    case VIPS_INTERPRETATION_sRGB:
    case VIPS_INTERPRETATION_RGB16: layout->colours = ALBUMEN_VIPS_RGB; break;
    case VIPS_INTERPRETATION_CMYK: layout->colours = ALBUMEN_VIPS_CMYK; break;
    default: is_plain = 0;
    }
    if (!is_plain) {
        if (!advance(image, vips_colourspace(*image, &next, VIPS_INTERPRETATION_sRGB, NULL), next)) return 0;
        vips_image_remove(*image, VIPS_META_ICC_NAME);
        layout->colours = ALBUMEN_VIPS_RGB;
    }
    if ((*image)->BandFmt != VIPS_FORMAT_UCHAR && (*image)->BandFmt != VIPS_FORMAT_USHORT) {
        vips_error("albumen", "its samples are of a kind without a known range");
        return 0;
    }
    const int colours = (int)layout->colours;
    if ((*image)->Bands < colours) {
        vips_error("albumen", "the picture has too few channels");
        return 0;
    }
    layout->has_alpha = has_alpha && (*image)->Bands > colours;
    const int bands = colours + layout->has_alpha;
    if ((*image)->Bands > bands &&
        !advance(image, vips_extract_band(*image, &next, 0, "n", bands, NULL), next))
        return 0;
    layout->width = (*image)->Xsize;
    layout->height = (*image)->Ysize;
    layout->bytes_per_sample = (*image)->BandFmt == VIPS_FORMAT_USHORT ? 2 : 1;
    return 1;
}

/// Computes the image strip by strip from the top and passes its rows to the receiver. Some formats can only be read in
/// this order.
static int send_rows(VipsImage *image, const albumen_vips_layout *layout, const albumen_vips_receiver *receiver) {
    if (vips_image_pio_input(image) != 0) return 0;
    if (!receiver->start(receiver->context, layout)) return 0;
    VipsRegion *region = vips_region_new(image);
    if (!region) return 0;
    int is_good = 1;
    for (int top = 0; is_good && top < image->Ysize; top += STRIP_HEIGHT) {
        const VipsRect strip = {0, top, image->Xsize, VIPS_MIN(STRIP_HEIGHT, image->Ysize - top)};
        is_good = vips_region_prepare(region, &strip) == 0 &&
                  receiver->rows(receiver->context, VIPS_REGION_ADDR(region, 0, top), VIPS_REGION_LSKIP(region),
                                 strip.height);
    }
    g_object_unref(region);
    return is_good;
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
        albumen_vips_free(picture->profile);
        picture->profile = NULL;
        picture->profile_count = 0;
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

int albumen_vips_decode(const void *bytes, size_t count, albumen_vips_format format, int page, int pages, int has_alpha,
                        int width, int height, int target_width, int target_height,
                        const albumen_vips_receiver *receiver, albumen_vips_picture *picture) {
    memset(picture, 0, sizeof *picture);
    vips_error_clear();
    atomic_store(&has_warned, 0);
    const double across = (double)target_width / width, down = (double)target_height / height;
    const double scale = format == ALBUMEN_VIPS_WEBP ? VIPS_MIN(1.0, VIPS_MAX(across, down)) : 1.0;
    VipsImage *image = load(bytes, count, format, page, pages, scale);
    if (!image) return finish(NULL, picture, 0);
    if (scale == 1.0 && (image->Xsize != width || image->Ysize != height * pages)) {
        vips_error("albumen", "the picture is not of the size that its header says");
        return finish(image, picture, 0);
    }
    const int level = format == ALBUMEN_VIPS_JPEG_2000 ? resolution(image, target_width, target_height) : 0;
    if (level > 0) {
        g_object_unref(image);
        image = load(bytes, count, format, level, 1, scale);
        if (!image) return finish(NULL, picture, 0);
    }
    albumen_vips_layout layout = {0};
    const int is_good = make_plain(&image, &layout, has_alpha);
    if (is_good) copy_profile(image, picture);
    const int answer = finish(image, picture, is_good && send_rows(image, &layout, receiver));
    if (answer && !is_about_data(picture->message)) picture->message[0] = 0;
    // For a TIFF, libvips also warns about unknown tags.
    if (format != ALBUMEN_VIPS_TIFF && atomic_load(&has_warned) && !picture->message[0])
        g_strlcpy(picture->message, "a part of the picture is missing", sizeof picture->message);
    return answer;
}
