#include "PipelineImage.h"

#include <string.h>

typedef struct {
    albumen_linearization form;
    int bytes_per_sample;
} linear_step;

static inline float value_at(const float *curve, int last, float place) {
    if (!(place > 0)) return curve[0];
    if (place >= last) return curve[last];
    const int index = (int)place;
    return curve[index] + (curve[index + 1] - curve[index]) * (place - index);
}

static inline albumen_pixel apply(const float *matrix, albumen_pixel pixel) {
    return (albumen_pixel){matrix[0], matrix[3], matrix[6], 0} * albumen_all(pixel[0]) +
           (albumen_pixel){matrix[1], matrix[4], matrix[7], 0} * albumen_all(pixel[1]) +
           (albumen_pixel){matrix[2], matrix[5], matrix[8], 0} * albumen_all(pixel[2]) +
           (albumen_pixel){0, 0, 0, pixel[3]};
}

/// Converts the samples of one row.
static void linearize_row(const linear_step *step, const void *source, albumen_pixel *target, int width) {
    const albumen_linearization *form = &step->form;
    const int last = form->maximum, bands = form->colours + (form->alpha ? 1 : 0);
    const uint8_t *bytes = source;
    const uint16_t *words = source;
    const int is_wide = step->bytes_per_sample == 2;
    const int green = form->colours == 3 ? 1 : 0, blue = form->colours == 3 ? 2 : 0;
    // Frames of videos, and opaque pixels of clients.
    if (!is_wide && form->colours == 3 && form->alpha == ALBUMEN_ALPHA_UNUSED && !form->has_matrix) {
        for (int x = 0; x < width; x++, bytes += 4)
            albumen_store(target + x, (albumen_pixel){form->curves[0][bytes[0]], form->curves[1][bytes[1]],
                                                      form->curves[2][bytes[2]], 1});
        return;
    }
    for (int x = 0; x < width; x++) {
        int samples[4] = {0, 0, 0, 0};
        for (int band = 0; band < bands; band++)
            samples[band] = is_wide ? words[x * bands + band] : bytes[x * bands + band];
        albumen_pixel pixel;
        const int has_alpha = form->alpha == ALBUMEN_ALPHA_STRAIGHT || form->alpha == ALBUMEN_ALPHA_PREMULTIPLIED;
        const int opacity = has_alpha ? VIPS_MIN(samples[bands - 1], last) : last;
        if (form->alpha == ALBUMEN_ALPHA_PREMULTIPLIED && opacity < last) {
            const float factor = opacity > 0 ? (float)last / opacity : 0;
            pixel = (albumen_pixel){value_at(form->curves[0], last, samples[0] * factor),
                                    value_at(form->curves[1], last, samples[green] * factor),
                                    value_at(form->curves[2], last, samples[blue] * factor), 1};
        } else {
            pixel = (albumen_pixel){form->curves[0][samples[0]], form->curves[1][samples[green]],
                                    form->curves[2][samples[blue]], 1};
        }
        if (form->has_matrix) pixel = apply(form->matrix, pixel);
        if (opacity < last) pixel *= albumen_all((float)opacity / last);
        albumen_store(target + x, pixel);
    }
}

static int linearize(VipsRegion *out, void *sequence, void *a, void *b, gboolean *stop) {
    VipsRegion *in = sequence;
    const VipsRect *area = &out->valid;
    (void)a, (void)stop;
    if (vips_region_prepare(in, area)) return -1;
    for (int y = area->top; y < VIPS_RECT_BOTTOM(area); y++)
        linearize_row(b, VIPS_REGION_ADDR(in, area->left, y), albumen_pixel_address(out, area->left, y), area->width);
    return 0;
}

albumen_pipeline_image *albumen_pipeline_linear(albumen_pipeline *pipeline, albumen_pipeline_image *handle,
                                                const albumen_linearization *linearization) {
    VipsImage *image = (VipsImage *)handle;
    linear_step *step = albumen_pipeline_allocate(pipeline, NULL, sizeof *step);
    if (!step) return NULL;
    step->form = *linearization;
    step->bytes_per_sample = image->BandFmt == VIPS_FORMAT_USHORT ? 2 : 1;
    const int expected = step->bytes_per_sample == 2 ? 65536 : 256;
    if (image->Bands != linearization->colours + (linearization->alpha ? 1 : 0) ||
        linearization->curve_count != expected || linearization->maximum < 1 || linearization->maximum >= expected) {
        vips_error("albumen", "the samples don't match their description");
        return NULL;
    }
    for (int index = 0; index < 3; index++) {
        step->form.curves[index] =
            albumen_pipeline_allocate(pipeline, linearization->curves[index], sizeof(float) * expected);
        if (!step->form.curves[index]) return NULL;
    }
    VipsImage *out =
        albumen_pipeline_new(pipeline, image, NULL, VIPS_DEMAND_STYLE_FATSTRIP, image->Xsize, image->Ysize);
    if (!out || vips_image_generate(out, vips_start_one, linearize, vips_stop_one, image, step)) return NULL;
    return (albumen_pipeline_image *)out;
}

static int fill(VipsRegion *out, void *sequence, void *a, void *b, gboolean *stop) {
    (void)sequence, (void)a, (void)stop;
    const VipsRect *area = &out->valid;
    const albumen_pixel pixel = albumen_load(b);
    for (int y = area->top; y < VIPS_RECT_BOTTOM(area); y++)
        for (int x = 0; x < area->width; x++) albumen_store(albumen_pixel_address(out, area->left, y) + x, pixel);
    return 0;
}

albumen_pipeline_image *albumen_pipeline_colour(albumen_pipeline *pipeline, const float colour[4], int width,
                                                int height) {
    float *kept = albumen_pipeline_allocate(pipeline, colour, 4 * sizeof *kept);
    if (!kept) return NULL;
    VipsImage *out = albumen_pipeline_new(pipeline, NULL, NULL, VIPS_DEMAND_STYLE_ANY, width, height);
    if (!out || vips_image_generate(out, NULL, fill, NULL, NULL, kept)) return NULL;
    return (albumen_pipeline_image *)out;
}

typedef struct {
    /// The image's left upper corner in the target.
    int left, top;
    int extends_edges;
} place_step;

static int place(VipsRegion *out, void *sequence, void *a, void *b, gboolean *stop) {
    VipsRegion *in = sequence;
    const VipsImage *image = a;
    const place_step *step = b;
    const VipsRect *area = &out->valid;
    (void)stop;
    const VipsRect inside = {step->left, step->top, image->Xsize, image->Ysize};
    VipsRect common;
    vips_rect_intersectrect(area, &inside, &common);
    if (step->extends_edges) {
        // The pixels of the image that are nearest to the area.
        const int left = VIPS_CLIP(inside.left, area->left, VIPS_RECT_RIGHT(&inside) - 1);
        const int right = VIPS_CLIP(inside.left, VIPS_RECT_RIGHT(area) - 1, VIPS_RECT_RIGHT(&inside) - 1);
        const int top = VIPS_CLIP(inside.top, area->top, VIPS_RECT_BOTTOM(&inside) - 1);
        const int bottom = VIPS_CLIP(inside.top, VIPS_RECT_BOTTOM(area) - 1, VIPS_RECT_BOTTOM(&inside) - 1);
        common = (VipsRect){left, top, right - left + 1, bottom - top + 1};
    } else if (vips_rect_isempty(&common)) {
        vips_region_black(out);
        return 0;
    }
    VipsRect needed = common;
    needed.left -= step->left;
    needed.top -= step->top;
    if (vips_region_prepare(in, &needed)) return -1;
    for (int y = area->top; y < VIPS_RECT_BOTTOM(area); y++) {
        albumen_pixel *target = albumen_pixel_address(out, area->left, y);
        const int row = step->extends_edges ? VIPS_CLIP(common.top, y, VIPS_RECT_BOTTOM(&common) - 1) : y;
        if (row < common.top || row >= VIPS_RECT_BOTTOM(&common)) {
            memset(target, 0, sizeof *target * area->width);
            continue;
        }
        const albumen_pixel *source = albumen_pixel_address(in, needed.left, row - step->top);
        const int from = VIPS_CLIP(0, common.left - area->left, area->width);
        const int to = VIPS_CLIP(0, VIPS_RECT_RIGHT(&common) - area->left, area->width);
        const albumen_pixel nothing = albumen_all(0);
        const albumen_pixel first = step->extends_edges ? albumen_load(source) : nothing;
        const albumen_pixel last = step->extends_edges ? albumen_load(source + common.width - 1) : nothing;
        for (int x = 0; x < from; x++) albumen_store(target + x, first);
        if (to > from)
            memcpy(target + from, source + (area->left + from - common.left), sizeof *target * (to - from));
        for (int x = VIPS_MAX(from, to); x < area->width; x++) albumen_store(target + x, last);
    }
    return 0;
}

albumen_pipeline_image *albumen_pipeline_place(albumen_pipeline *pipeline, albumen_pipeline_image *handle,
                                               albumen_rectangle from, albumen_rectangle target, int extends_edges) {
    VipsImage *image = (VipsImage *)handle;
    if (from.left == target.left && from.top == target.top && from.width == target.width &&
        from.height == target.height)
        return handle;
    place_step *step = albumen_pipeline_allocate(pipeline, NULL, sizeof *step);
    if (!step) return NULL;
    *step = (place_step){from.left - target.left, from.top - target.top, extends_edges};
    VipsImage *out =
        albumen_pipeline_new(pipeline, image, NULL, VIPS_DEMAND_STYLE_ANY, target.width, target.height);
    if (!out || vips_image_generate(out, vips_start_one, place, vips_stop_one, image, step)) return NULL;
    return (albumen_pipeline_image *)out;
}
