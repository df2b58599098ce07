#include "PipelineImage.h"

#include <math.h>
#include <string.h>

#define LAST ALBUMEN_TABLE_INTERVALS

typedef struct {
    int left, top, count;
    const albumen_pixel_step *steps;
} pixel_program;

static inline float table_value(const float *table, float place) {
    if (!(place > 0)) return table[0];
    if (place >= LAST) return table[LAST];
    const int index = (int)place;
    return table[index] + (table[index + 1] - table[index]) * (place - index);
}

static inline float luminance(albumen_pixel pixel) {
    return 0.2126f * pixel[0] + 0.7152f * pixel[1] + 0.0722f * pixel[2];
}

static inline albumen_pixel straight(albumen_pixel pixel) {
    const float alpha = pixel[3];
    if (alpha == 1 || alpha == 0) return pixel;
    pixel /= albumen_all(alpha);
    pixel[3] = alpha;
    return pixel;
}

static inline albumen_pixel premultiplied(albumen_pixel pixel) {
    const float alpha = pixel[3];
    if (alpha == 1) return pixel;
    pixel *= albumen_all(alpha);
    pixel[3] = alpha;
    return pixel;
}

static void multiply(const float *m, albumen_pixel *pixels, int width) {
    const albumen_pixel red = {m[0], m[5], m[10], m[15]}, green = {m[1], m[6], m[11], m[16]};
    const albumen_pixel blue = {m[2], m[7], m[12], m[17]}, alpha = {m[3], m[8], m[13], m[18]};
    const albumen_pixel bias = {m[4], m[9], m[14], m[19]};
    // Without a change of alpha, premultiplied colours give the same result.
    const int keeps_alpha = m[15] == 0 && m[16] == 0 && m[17] == 0 && m[18] == 1 && m[19] == 0 && m[3] == 0 &&
                            m[8] == 0 && m[13] == 0;
    for (int x = 0; x < width; x++) {
        albumen_pixel pixel = albumen_load(pixels + x);
        if (keeps_alpha) {
            const albumen_pixel result = red * albumen_all(pixel[0]) + green * albumen_all(pixel[1]) +
                                         blue * albumen_all(pixel[2]) +
                                         (bias + alpha) * albumen_all(pixel[3]);
            albumen_store(pixels + x, result);
            continue;
        }
        pixel = straight(pixel);
        pixel = red * albumen_all(pixel[0]) + green * albumen_all(pixel[1]) + blue * albumen_all(pixel[2]) +
                alpha * albumen_all(pixel[3]) + bias;
        pixel[3] = fminf(1, fmaxf(0, pixel[3]));
        albumen_store(pixels + x, premultiplied(pixel));
    }
}

static void run_step(const albumen_pixel_step *step, albumen_pixel *pixels, int left, int row, int width) {
    const float *numbers = step->numbers, *tables = step->tables;
    if (step->kind == ALBUMEN_PIXELS_MATRIX) {
        multiply(numbers, pixels, width);
        return;
    }
    for (int x = 0; x < width; x++) {
        albumen_pixel pixel = straight(albumen_load(pixels + x));
        const float alpha = pixel[3];
        switch (step->kind) {
        case ALBUMEN_PIXELS_MATRIX: break;
        case ALBUMEN_PIXELS_CURVES:
            for (int band = 0; band < 3; band++) {
                const float *table = tables + (step->table_count == 3 ? band : 0) * (LAST + 1);
                pixel[band] = table_value(table, sqrtf(fmaxf(0, pixel[band])) * LAST);
            }
            break;
        case ALBUMEN_PIXELS_POWER:
            for (int band = 0; band < 3; band++) pixel[band] = powf(fmaxf(0, pixel[band]), numbers[0]);
            break;
        case ALBUMEN_PIXELS_LUMINANCE_GAIN:
            pixel *= albumen_all(table_value(tables, sqrtf(fmaxf(0, luminance(pixel))) * LAST));
            break;
        case ALBUMEN_PIXELS_VIBRANCE: {
            const float most = fmaxf(fmaxf(pixel[0], pixel[1]), pixel[2]);
            const float least = fminf(fminf(pixel[0], pixel[1]), pixel[2]);
            const float saturation = most > 0 ? fminf(1, (most - least) / most) : 0;
            const albumen_pixel grey = albumen_all(luminance(pixel));
            pixel = grey + (pixel - grey) * albumen_all(1 + numbers[0] * (1 - saturation));
            break;
        }
        case ALBUMEN_PIXELS_RADIAL_GAIN: {
            const float across = left + x + 0.5f - numbers[0], down = row + 0.5f - numbers[1];
            const float place = numbers[2] > 0 ? sqrtf(across * across + down * down) / numbers[2] : 2;
            pixel *= albumen_all(table_value(tables, fminf(1, place) * LAST));
            break;
        }
        }
        pixel[3] = alpha;
        albumen_store(pixels + x, premultiplied(pixel));
    }
}

static int run(VipsRegion *out, void *sequence, void *a, void *b, gboolean *stop) {
    VipsRegion *in = sequence;
    const pixel_program *program = b;
    const VipsRect *area = &out->valid;
    (void)a, (void)stop;
    if (vips_region_prepare(in, area)) return -1;
    for (int y = area->top; y < VIPS_RECT_BOTTOM(area); y++) {
        albumen_pixel *row = albumen_pixel_address(out, area->left, y);
        memcpy(row, albumen_pixel_address(in, area->left, y), sizeof *row * area->width);
        for (int index = 0; index < program->count; index++)
            run_step(program->steps + index, row, program->left + area->left, program->top + y, area->width);
    }
    return 0;
}

albumen_pipeline_image *albumen_pipeline_pixels(albumen_pipeline *pipeline, albumen_pipeline_image *handle, int left,
                                                int top, const albumen_pixel_step *steps, int count) {
    VipsImage *image = (VipsImage *)handle;
    albumen_pixel_step *kept = albumen_pipeline_allocate(pipeline, steps, sizeof *steps * count);
    pixel_program *program = albumen_pipeline_allocate(pipeline, NULL, sizeof *program);
    if (!kept || !program) return NULL;
    for (int index = 0; index < count; index++) {
        if (!kept[index].tables) continue;
        kept[index].tables = albumen_pipeline_allocate(pipeline, steps[index].tables,
                                                       sizeof(float) * (LAST + 1) * steps[index].table_count);
        if (!kept[index].tables) return NULL;
    }
    *program = (pixel_program){left, top, count, kept};
    VipsImage *out = albumen_pipeline_new(pipeline, image, NULL, VIPS_DEMAND_STYLE_ANY, image->Xsize, image->Ysize);
    if (!out || vips_image_generate(out, vips_start_one, run, vips_stop_one, image, program)) return NULL;
    return (albumen_pipeline_image *)out;
}

typedef struct {
    VipsImage *images[3];
    int is_over;
    float share, other_share;
} pair_step;

static int combine(VipsRegion *out, void *sequence, void *a, void *b, gboolean *stop) {
    VipsRegion **in = sequence;
    const pair_step *step = b;
    const VipsRect *area = &out->valid;
    (void)a, (void)stop;
    if (vips_region_prepare(in[0], area) || vips_region_prepare(in[1], area)) return -1;
    for (int y = area->top; y < VIPS_RECT_BOTTOM(area); y++) {
        const albumen_pixel *upper = albumen_pixel_address(in[0], area->left, y);
        const albumen_pixel *lower = albumen_pixel_address(in[1], area->left, y);
        albumen_pixel *target = albumen_pixel_address(out, area->left, y);
        for (int x = 0; x < area->width; x++) {
            const albumen_pixel pixel = albumen_load(upper + x), other = albumen_load(lower + x);
            albumen_pixel result;
            if (step->is_over) {
                result = pixel + other * albumen_all(1 - pixel[3]);
            } else {
                result = pixel * albumen_all(step->share) + other * albumen_all(step->other_share);
                result[3] = pixel[3];
            }
            albumen_store(target + x, result);
        }
    }
    return 0;
}

static albumen_pipeline_image *combined(albumen_pipeline *pipeline, albumen_pipeline_image *image,
                                        albumen_pipeline_image *other, pair_step form) {
    VipsImage *upper = (VipsImage *)image, *lower = (VipsImage *)other;
    form.images[0] = upper;
    form.images[1] = lower;
    pair_step *step = albumen_pipeline_allocate(pipeline, &form, sizeof form);
    if (!step) return NULL;
    VipsImage *out =
        albumen_pipeline_new(pipeline, upper, lower, VIPS_DEMAND_STYLE_FATSTRIP, upper->Xsize, upper->Ysize);
    if (!out || vips_image_generate(out, vips_start_many, combine, vips_stop_many, step->images, step)) return NULL;
    return (albumen_pipeline_image *)out;
}

albumen_pipeline_image *albumen_pipeline_over(albumen_pipeline *pipeline, albumen_pipeline_image *image,
                                              albumen_pipeline_image *background) {
    return combined(pipeline, image, background, (pair_step){.is_over = 1});
}

albumen_pipeline_image *albumen_pipeline_blend(albumen_pipeline *pipeline, albumen_pipeline_image *image,
                                               albumen_pipeline_image *other, float share, float other_share) {
    return combined(pipeline, image, other, (pair_step){.share = share, .other_share = other_share});
}
