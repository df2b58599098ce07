#include "PipelineImage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Allocates pixels, or sets an error.
static albumen_pixel *allocate_pixels(size_t count) {
    albumen_pixel *pixels = NULL;
    if (posix_memalign((void **)&pixels, 16, sizeof *pixels * (count ? count : 1)) == 0) return pixels;
    vips_error("albumen", "out of memory");
    return NULL;
}

typedef struct {
    int reach, keeps_alpha;
    float share, blurred_share;
    const float *kernel;
} blur_step;

static int blur(VipsRegion *out, void *sequence, void *a, void *b, gboolean *stop) {
    VipsRegion *in = sequence;
    const blur_step *step = b;
    const VipsRect *area = &out->valid;
    (void)a, (void)stop;
    const int reach = step->reach, size = 2 * reach + 1, width = area->width + 2 * reach;
    const VipsRect needed = {area->left, area->top, width, area->height + 2 * reach};
    if (vips_region_prepare(in, &needed)) return -1;
    albumen_pixel *column = allocate_pixels(width);
    if (!column) return -1;
    for (int y = area->top; y < VIPS_RECT_BOTTOM(area); y++) {
        for (int x = 0; x < width; x++) column[x] = albumen_all(0);
        for (int row = 0; row < size; row++) {
            const albumen_pixel *source = albumen_pixel_address(in, needed.left, y + row);
            const albumen_pixel weight = albumen_all(step->kernel[row]);
            for (int x = 0; x < width; x++) column[x] += albumen_load(source + x) * weight;
        }
        const albumen_pixel *centre = albumen_pixel_address(in, needed.left + reach, y + reach);
        albumen_pixel *target = albumen_pixel_address(out, area->left, y);
        for (int x = 0; x < area->width; x++) {
            albumen_pixel sum = albumen_all(0);
            for (int tap = 0; tap < size; tap++) sum += column[x + tap] * albumen_all(step->kernel[tap]);
            const albumen_pixel original = albumen_load(centre + x);
            albumen_pixel result = original * albumen_all(step->share) + sum * albumen_all(step->blurred_share);
            if (step->keeps_alpha) result[3] = original[3];
            albumen_store(target + x, result);
        }
    }
    free(column);
    return 0;
}

albumen_pipeline_image *albumen_pipeline_blur(albumen_pipeline *pipeline, albumen_pipeline_image *handle,
                                              const float *kernel, int reach, float share, float blurred_share,
                                              int keeps_alpha) {
    VipsImage *image = (VipsImage *)handle;
    blur_step *step = albumen_pipeline_allocate(pipeline, NULL, sizeof *step);
    if (!step) return NULL;
    *step = (blur_step){reach, keeps_alpha, share, blurred_share,
                        albumen_pipeline_allocate(pipeline, kernel, sizeof *kernel * (2 * reach + 1))};
    if (!step->kernel) return NULL;
    VipsImage *out = albumen_pipeline_new(pipeline, image, NULL, VIPS_DEMAND_STYLE_FATSTRIP, image->Xsize - 2 * reach,
                                          image->Ysize - 2 * reach);
    if (!out || vips_image_generate(out, vips_start_one, blur, vips_stop_one, image, step)) return NULL;
    return (albumen_pipeline_image *)out;
}

#define LOBES 3.0
/// The height of the strips in which a large reduction reads its input.
#define STRIP_HEIGHT 64

/// The pixels of an axis that a result's pixel is made of.
typedef struct {
    int first, count;
    const float *weights;
} axis_taps;

typedef struct {
    axis_taps *columns, *rows;
} scale_step;

static double lanczos(double x) {
    if (fabs(x) < 1e-9) return 1;
    if (fabs(x) >= LOBES) return 0;
    const double angle = G_PI * x;
    return LOBES * sin(angle) * sin(angle / LOBES) / (angle * angle);
}

/// Computes the weights of an axis. Pixels outside of the image have no weight.
static axis_taps *taps_of_axis(albumen_pipeline *pipeline, double scale, double offset, int size, int limit) {
    const double width = fmax(1, fabs(scale)), reach = LOBES * width;
    if (reach * 2 + 3 > 100000) {
        vips_error("albumen", "the reduction is too large");
        return NULL;
    }
    axis_taps *taps = albumen_pipeline_allocate(pipeline, NULL, sizeof *taps * size);
    if (!taps) return NULL;
    const int most = (int)(2 * reach) + 3;
    float *weights = albumen_pipeline_allocate(pipeline, NULL, sizeof *weights * most * (size_t)size);
    if (!weights) return NULL;
    for (int index = 0; index < size; index++, weights += most) {
        const double centre = offset + (index + 0.5) * scale - 0.5;
        int first = (int)ceil(fmax(-1, centre - reach)), end = (int)floor(fmin(limit, centre + reach)) + 1;
        first = VIPS_CLIP(0, first, limit - 1);
        end = VIPS_CLIP(first + 1, end, limit);
        if (end - first > most) end = first + most;
        double sum = 0;
        for (int place = first; place < end; place++) sum += lanczos((place - centre) / width);
        for (int place = first; place < end; place++)
            weights[place - first] = fabs(sum) > 1e-9 ? (float)(lanczos((place - centre) / width) / sum) : 0;
        if (fabs(sum) <= 1e-9) weights[0] = 1;
        taps[index] = (axis_taps){first, end - first, weights};
    }
    return taps;
}

/// Returns the range of pixels that some pixels of a result are made of.
static void range_of(const axis_taps *taps, int from, int count, int *first, int *end) {
    *first = taps[from].first;
    *end = *first + taps[from].count;
    for (int index = from; index < from + count; index++) {
        *first = VIPS_MIN(*first, taps[index].first);
        *end = VIPS_MAX(*end, taps[index].first + taps[index].count);
    }
}

static int scale(VipsRegion *out, void *sequence, void *a, void *b, gboolean *stop) {
    VipsRegion *in = sequence;
    const scale_step *step = b;
    const VipsRect *area = &out->valid;
    (void)a, (void)stop;
    int left, right, top, bottom;
    range_of(step->columns, area->left, area->width, &left, &right);
    range_of(step->rows, area->top, area->height, &top, &bottom);
    const int width = right - left;
    albumen_pixel *sums = allocate_pixels((size_t)width * area->height);
    if (!sums) return -1;
    for (size_t index = 0; index < (size_t)width * area->height; index++) sums[index] = albumen_all(0);
    for (int start = top; start < bottom; start += STRIP_HEIGHT) {
        const VipsRect strip = {left, start, width, VIPS_MIN(STRIP_HEIGHT, bottom - start)};
        if (vips_region_prepare(in, &strip)) {
            free(sums);
            return -1;
        }
        for (int y = 0; y < area->height; y++) {
            const axis_taps *taps = step->rows + area->top + y;
            albumen_pixel *sum = sums + (size_t)y * width;
            const int from = VIPS_MAX(start, taps->first);
            const int to = VIPS_MIN(VIPS_RECT_BOTTOM(&strip), taps->first + taps->count);
            for (int row = from; row < to; row++) {
                const albumen_pixel *source = albumen_pixel_address(in, left, row);
                const albumen_pixel weight = albumen_all(taps->weights[row - taps->first]);
                for (int x = 0; x < width; x++) sum[x] += albumen_load(source + x) * weight;
            }
        }
    }
    for (int y = 0; y < area->height; y++) {
        const albumen_pixel *sum = sums + (size_t)y * width;
        albumen_pixel *target = albumen_pixel_address(out, area->left, area->top + y);
        for (int x = 0; x < area->width; x++) {
            const axis_taps *taps = step->columns + area->left + x;
            const albumen_pixel *source = sum + taps->first - left;
            albumen_pixel pixel = albumen_all(0);
            for (int tap = 0; tap < taps->count; tap++) pixel += source[tap] * albumen_all(taps->weights[tap]);
            pixel[3] = fminf(1, fmaxf(0, pixel[3]));
            albumen_store(target + x, pixel);
        }
    }
    free(sums);
    return 0;
}

albumen_pipeline_image *albumen_pipeline_scale(albumen_pipeline *pipeline, albumen_pipeline_image *handle,
                                               double scale_x, double offset_x, double scale_y, double offset_y,
                                               int width, int height) {
    VipsImage *image = (VipsImage *)handle;
    VipsImage *out = albumen_pipeline_new(pipeline, image, NULL, VIPS_DEMAND_STYLE_FATSTRIP, width, height);
    scale_step *step = albumen_pipeline_allocate(pipeline, NULL, sizeof *step);
    if (!out || !step) return NULL;
    step->columns = taps_of_axis(pipeline, scale_x, offset_x, width, image->Xsize);
    step->rows = taps_of_axis(pipeline, scale_y, offset_y, height, image->Ysize);
    if (!step->columns || !step->rows) return NULL;
    if (vips_image_generate(out, vips_start_one, scale, vips_stop_one, image, step)) return NULL;
    return (albumen_pipeline_image *)out;
}

#define PHASES 1024

typedef struct {
    double matrix[6];
    /// Whether each pixel of the result is a pixel of the image.
    int is_exact;
    float weights[PHASES + 1][4];
} affine_step;

static int affine(VipsRegion *out, void *sequence, void *a, void *b, gboolean *stop) {
    VipsRegion *in = sequence;
    const VipsImage *image = a;
    const affine_step *step = b;
    const double *matrix = step->matrix;
    const VipsRect *area = &out->valid;
    (void)stop;
    double left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY;
    for (int corner = 0; corner < 4; corner++) {
        const double x = (corner & 1 ? VIPS_RECT_RIGHT(area) : area->left);
        const double y = (corner & 2 ? VIPS_RECT_BOTTOM(area) : area->top);
        const double across = matrix[0] * x + matrix[1] * y + matrix[2];
        const double down = matrix[3] * x + matrix[4] * y + matrix[5];
        left = fmin(left, across), right = fmax(right, across);
        top = fmin(top, down), bottom = fmax(bottom, down);
    }
    VipsRect needed = {(int)floor(fmax(left, -1e6)) - 3, (int)floor(fmax(top, -1e6)) - 3, 0, 0};
    needed.width = (int)ceil(fmin(right, 1e7)) + 3 - needed.left;
    needed.height = (int)ceil(fmin(bottom, 1e7)) + 3 - needed.top;
    const VipsRect all = {0, 0, image->Xsize, image->Ysize};
    vips_rect_intersectrect(&needed, &all, &needed);
    if (vips_rect_isempty(&needed)) {
        vips_region_black(out);
        return 0;
    }
    if (vips_region_prepare(in, &needed)) return -1;
    const int last_x = VIPS_RECT_RIGHT(&needed) - 1, last_y = VIPS_RECT_BOTTOM(&needed) - 1;
    for (int y = area->top; y < VIPS_RECT_BOTTOM(area); y++) {
        albumen_pixel *target = albumen_pixel_address(out, area->left, y);
        for (int x = 0; x < area->width; x++) {
            const double column = area->left + x + 0.5, row = y + 0.5;
            if (step->is_exact) {
                const int place_x = (int)floor(matrix[0] * column + matrix[1] * row + matrix[2]);
                const int place_y = (int)floor(matrix[3] * column + matrix[4] * row + matrix[5]);
                const int is_inside = vips_rect_includespoint(&needed, place_x, place_y);
                albumen_store(target + x, is_inside ? albumen_load(albumen_pixel_address(in, place_x, place_y))
                                                    : albumen_all(0));
                continue;
            }
            const double across = matrix[0] * column + matrix[1] * row + matrix[2] - 0.5;
            const double down = matrix[3] * column + matrix[4] * row + matrix[5] - 0.5;
            const double whole_x = floor(across), whole_y = floor(down);
            const float *weights_x = step->weights[(int)lrint((across - whole_x) * PHASES)];
            const float *weights_y = step->weights[(int)lrint((down - whole_y) * PHASES)];
            albumen_pixel sum = albumen_all(0);
            for (int tap = 0; tap < 4; tap++) {
                const int place_y = VIPS_CLIP(needed.top, (int)whole_y - 1 + tap, last_y);
                albumen_pixel part = albumen_all(0);
                const albumen_pixel *source = albumen_pixel_address(in, needed.left, place_y);
                for (int index = 0; index < 4; index++) {
                    const int place_x = VIPS_CLIP(needed.left, (int)whole_x - 1 + index, last_x);
                    part += albumen_load(source + place_x - needed.left) * albumen_all(weights_x[index]);
                }
                sum += part * albumen_all(weights_y[tap]);
            }
            sum[3] = fminf(1, fmaxf(0, sum[3]));
            albumen_store(target + x, sum);
        }
    }
    return 0;
}

albumen_pipeline_image *albumen_pipeline_affine(albumen_pipeline *pipeline, albumen_pipeline_image *handle,
                                                const double matrix[6], int width, int height) {
    VipsImage *image = (VipsImage *)handle;
    affine_step *step = albumen_pipeline_allocate(pipeline, NULL, sizeof *step);
    if (!step) return NULL;
    memcpy(step->matrix, matrix, sizeof step->matrix);
    step->is_exact = 1;
    for (int index = 0; index < 6; index++) {
        const int is_offset = index % 3 == 2;
        if (matrix[index] != rint(matrix[index]) || (!is_offset && fabs(matrix[index]) > 1)) step->is_exact = 0;
    }
    if (fabs(matrix[0]) == fabs(matrix[1]) || fabs(matrix[3]) == fabs(matrix[4])) step->is_exact = 0;
    for (int phase = 0; phase <= PHASES; phase++) {
        const double t = (double)phase / PHASES;
        step->weights[phase][0] = (float)(((-0.5 * t + 1) * t - 0.5) * t);
        step->weights[phase][1] = (float)((1.5 * t - 2.5) * t * t + 1);
        step->weights[phase][2] = (float)(((-1.5 * t + 2) * t + 0.5) * t);
        step->weights[phase][3] = (float)((0.5 * t - 0.5) * t * t);
    }
    VipsImage *out = albumen_pipeline_new(pipeline, image, NULL, VIPS_DEMAND_STYLE_SMALLTILE, width, height);
    if (!out || vips_image_generate(out, vips_start_one, affine, vips_stop_one, image, step)) return NULL;
    return (albumen_pipeline_image *)out;
}
