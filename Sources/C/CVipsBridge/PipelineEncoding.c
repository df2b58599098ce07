#include "PipelineImage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The number of steps of linear light in the table of sRGB's curve.
#define STEPS 65535

/// Returns a curve for samples of 8, 10 or 16 bits. Each is computed once and never freed. Calls of pipelines don't
/// overlap.
static const float *curve_up_to(int maximum) {
    static struct {
        int maximum;
        float *values;
    } curves[3];
    for (int slot = 0; slot < 3; slot++) {
        if (!curves[slot].values) {
            float *values = malloc(sizeof *values * (STEPS + 2));
            if (!values) break;
            for (int index = 0; index <= STEPS + 1; index++) {
                const double light = fmin(1, (double)index / STEPS);
                const double value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055;
                values[index] = (float)(value * maximum);
            }
            curves[slot].maximum = maximum;
            curves[slot].values = values;
        }
        if (curves[slot].maximum == maximum) return curves[slot].values;
    }
    vips_error("albumen", "out of memory");
    return NULL;
}

/// sRGB's curve in bytes.
typedef struct {
    /// The byte of each step of light, rounded.
    uint8_t bytes[STEPS + 1];
    /// The least light of each byte. A step of light has at most two bytes.
    float starts[257];
} byte_curve;

typedef struct {
    albumen_encoding form;
    /// sRGB's curve, multiplied by the largest sample.
    const float *curve;
    /// The curve for pixels of four bytes in sRGB, or null.
    const byte_curve *bytes;
} encode_step;

/// Returns the curve, which is computed once and never freed.
static const byte_curve *curve_of_bytes(void) {
    static byte_curve curve;
    const float *values = curve_up_to(255);
    if (!values) return NULL;
    if (curve.bytes[STEPS]) return &curve;
    for (int byte = 0; byte <= 256; byte++) {
        const double value = (byte - 0.5) / 255;
        curve.starts[byte] = (float)(value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4));
    }
    for (int index = 0; index <= STEPS; index++) curve.bytes[index] = (uint8_t)(values[index] + 0.5f);
    return &curve;
}

static inline uint8_t encoded_byte(const byte_curve *curve, float light, int step) {
    const int byte = curve->bytes[step];
    return (uint8_t)(byte + (light >= curve->starts[byte + 1]));
}

static inline float encoded(const encode_step *step, float light) {
    const float clipped = light > 0 ? (light < 1 ? light : 1) : 0;
    if (step->form.is_linear) return clipped * step->form.maximum;
    const float place = clipped * STEPS;
    const int index = (int)place;
    return step->curve[index] + (step->curve[index + 1] - step->curve[index]) * (place - index);
}

static inline albumen_pixel converted(const float *m, albumen_pixel pixel) {
    return (albumen_pixel){m[0] * pixel[0] + m[1] * pixel[1] + m[2] * pixel[2],
                           m[3] * pixel[0] + m[4] * pixel[1] + m[5] * pixel[2],
                           m[6] * pixel[0] + m[7] * pixel[1] + m[8] * pixel[2], pixel[3]};
}

static inline void put(const encode_step *step, void *target, int index, float value) {
    if (step->form.bytes_per_sample == 2)
        ((uint16_t *)target)[index] = (uint16_t)(value + 0.5f);
    else
        ((uint8_t *)target)[index] = (uint8_t)(value + 0.5f);
}

typedef int32_t integer_pixel __attribute__((vector_size(16)));

/// Encodes opaque pixels to four bytes. Returns their number, because a row can have others behind them.
static int encode_opaque(const byte_curve *curve, const albumen_pixel *source, uint8_t *target, int width) {
    int x = 0;
    for (; x < width; x++) {
        albumen_pixel pixel = albumen_load(source + x);
        if (!(pixel[3] >= 1)) break;
        // Negative numbers and those that aren't numbers become 0.
        pixel = (albumen_pixel)((integer_pixel)pixel & (pixel > albumen_all(0)));
        const integer_pixel is_less = pixel < albumen_all(1);
        pixel = (albumen_pixel)(((integer_pixel)pixel & is_less) | ((integer_pixel)albumen_all(1) & ~is_less));
        const integer_pixel step = __builtin_convertvector(pixel * albumen_all(STEPS), integer_pixel);
        uint8_t *bytes = target + 4 * x;
        for (int band = 0; band < 3; band++) bytes[band] = encoded_byte(curve, pixel[band], step[band]);
        bytes[3] = 255;
    }
    return x;
}

static void encode_row(const encode_step *step, const albumen_pixel *source, void *target, int width) {
    const int bands = step->form.bands, maximum = step->form.maximum;
    for (int x = 0; x < width; x++) {
        if (step->bytes) x += encode_opaque(step->bytes, source + x, (uint8_t *)target + 4 * x, width - x);
        if (x == width) break;
        albumen_pixel pixel = albumen_load(source + x);
        const float alpha = pixel[3] > 0 ? (pixel[3] < 1 ? pixel[3] : 1) : 0;
        if (bands == 3) {
            // White shows through.
            if (alpha < 1) pixel += albumen_all(1 - alpha);
        } else if (alpha < 1) {
            pixel = alpha > 0 ? pixel / albumen_all(alpha) : albumen_all(0);
        }
        if (step->form.has_matrix) pixel = converted(step->form.matrix, pixel);
        const float factor = bands == 4 && !step->form.is_straight ? alpha : 1;
        for (int band = 0; band < 3; band++)
            put(step, target, x * bands + band, encoded(step, pixel[band]) * factor);
        if (bands == 4) put(step, target, x * bands + 3, step->form.is_on_black ? maximum : alpha * maximum);
        if (step->form.is_translucent && alpha * maximum + 0.5f < maximum)
            __atomic_store_n(step->form.is_translucent, 1, __ATOMIC_RELAXED);
    }
}

static int encode(VipsRegion *out, void *sequence, void *a, void *b, gboolean *stop) {
    VipsRegion *in = sequence;
    const VipsRect *area = &out->valid;
    (void)a, (void)stop;
    if (vips_region_prepare(in, area)) return -1;
    for (int y = area->top; y < VIPS_RECT_BOTTOM(area); y++)
        encode_row(b, albumen_pixel_address(in, area->left, y), VIPS_REGION_ADDR(out, area->left, y), area->width);
    return 0;
}

static void *remove_field(VipsImage *image, const char *name, GValue *value, void *context) {
    (void)image, (void)value;
    g_ptr_array_add(context, g_strdup(name));
    return NULL;
}

/// Removes a source's metadata, which libvips passes on.
static void remove_metadata(VipsImage *image) {
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    vips_image_map(image, (VipsImageMapFn)remove_field, names);
    for (guint index = 0; index < names->len; index++) vips_image_remove(image, g_ptr_array_index(names, index));
    g_ptr_array_free(names, TRUE);
}

albumen_pipeline_image *albumen_pipeline_encode(albumen_pipeline *pipeline, albumen_pipeline_image *handle,
                                                const albumen_encoding *encoding) {
    VipsImage *image = (VipsImage *)handle;
    encode_step *step = albumen_pipeline_allocate(pipeline, NULL, sizeof *step);
    if (!step) return NULL;
    step->form = *encoding;
    step->curve = curve_up_to(encoding->maximum);
    if (!step->curve) return NULL;
    if (encoding->bands == 4 && encoding->bytes_per_sample == 1 && !encoding->is_linear && !encoding->has_matrix)
        step->bytes = curve_of_bytes();
    VipsImage *out =
        albumen_pipeline_new(pipeline, image, NULL, VIPS_DEMAND_STYLE_ANY, image->Xsize, image->Ysize);
    if (!out) return NULL;
    vips_image_init_fields(out, image->Xsize, image->Ysize, encoding->bands,
                           encoding->bytes_per_sample == 2 ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR, VIPS_CODING_NONE,
                           encoding->bytes_per_sample == 2 ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB, 1,
                           1);
    remove_metadata(out);
    if (vips_image_generate(out, vips_start_one, encode, vips_stop_one, image, step)) return NULL;
    return (albumen_pipeline_image *)out;
}

albumen_pipeline_image *albumen_pipeline_part(albumen_pipeline *pipeline, albumen_pipeline_image *samples,
                                              albumen_rectangle part) {
    VipsImage *image = NULL;
    if (vips_extract_area((VipsImage *)samples, &image, part.left, part.top, part.width, part.height, NULL)) return NULL;
    albumen_pipeline_adopt(pipeline, image);
    remove_metadata(image);
    return (albumen_pipeline_image *)image;
}
