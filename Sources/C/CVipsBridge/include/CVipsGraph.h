#pragma once

#include <stddef.h>
#include <stdint.h>

/// A pipeline of libvips. Its images have four floats per pixel: red, green, blue and alpha in linear light with sRGB's
/// primaries, premultiplied. Rows start at the top. An image is valid until the pipeline is released.
typedef struct albumen_pipeline albumen_pipeline;
typedef struct albumen_pipeline_image albumen_pipeline_image;

/// A rectangle with y growing downwards.
typedef struct {
    int left, top, width, height;
} albumen_rectangle;

/// Creates a pipeline. Returns null if there's no memory.
///
/// @param threads The number of threads that compute pixels.
albumen_pipeline *albumen_pipeline_create(int threads);

void albumen_pipeline_release(albumen_pipeline *pipeline);

/// Sets the number of threads for a pipeline that was created before the last one was released.
void albumen_pipeline_use_threads(int threads);

/// Returns the reason why the last function failed.
const char *albumen_pipeline_message(albumen_pipeline *pipeline);

/// Opens a JPEG. Its rows are decoded from the top while the pipeline runs, or before it if they're needed in another
/// order.
albumen_pipeline_image *albumen_pipeline_jpeg(albumen_pipeline *pipeline, const void *bytes, size_t count,
                                              int is_sequential, int width, int height, int bands);

/// Uses samples in memory. The caller keeps them as long as the pipeline exists.
albumen_pipeline_image *albumen_pipeline_samples(albumen_pipeline *pipeline, const void *samples, int width, int height,
                                                 int bands, int bytes_per_sample);

typedef enum {
    ALBUMEN_ALPHA_NONE,
    ALBUMEN_ALPHA_STRAIGHT,
    ALBUMEN_ALPHA_PREMULTIPLIED,
    /// There is a channel for alpha, but all pixels are opaque.
    ALBUMEN_ALPHA_UNUSED,
} albumen_alpha;

/// The conversion of a file's samples to linear light.
typedef struct {
    /// 1 or 3 without alpha.
    int colours;
    albumen_alpha alpha;
    /// The largest value of a sample.
    int maximum;
    /// The values in linear light of red, green and blue, for each of 256 or 65,536 samples.
    const float *curves[3];
    int curve_count;
    /// From the linear light of the file to sRGB's primaries, row by row.
    float matrix[9];
    int has_matrix;
} albumen_linearization;

albumen_pipeline_image *albumen_pipeline_linear(albumen_pipeline *pipeline, albumen_pipeline_image *image,
                                                const albumen_linearization *linearization);

/// A colour everywhere, premultiplied.
albumen_pipeline_image *albumen_pipeline_colour(albumen_pipeline *pipeline, const float colour[4], int width,
                                                int height);

/// Returns the part of an image's plane inside a rectangle, which can exceed the image.
///
/// @param place The image's place in the plane.
/// @param extends_edges Whether the image's edges continue outside of it. Otherwise, the plane is transparent there.
albumen_pipeline_image *albumen_pipeline_place(albumen_pipeline *pipeline, albumen_pipeline_image *image,
                                               albumen_rectangle place, albumen_rectangle target, int extends_edges);

/// The number of intervals of a table of `albumen_pixel_step`.
#define ALBUMEN_TABLE_INTERVALS 4096

typedef enum {
    /// Multiplies pixels by a matrix of five columns: red, green, blue, alpha and 1. `numbers` has the four rows.
    ALBUMEN_PIXELS_MATRIX,
    /// Replaces each component by a value of its table, which has one entry for each square root from 0 to 1.
    ALBUMEN_PIXELS_CURVES,
    /// Raises components to the power of the first number.
    ALBUMEN_PIXELS_POWER,
    /// Multiplies colours by a value of the first table, for the square root of their luminance.
    ALBUMEN_PIXELS_LUMINANCE_GAIN,
    /// Moves colours away from their grey, pale colours more. The first number is the amount.
    ALBUMEN_PIXELS_VIBRANCE,
    /// Multiplies colours by a value of the first table, for the distance from the point of the first two numbers. The
    /// third number is the distance of the table's end.
    ALBUMEN_PIXELS_RADIAL_GAIN,
} albumen_pixel_kind;

/// A step that computes each pixel on its own.
typedef struct {
    albumen_pixel_kind kind;
    float numbers[20];
    /// Three tables or one, of ALBUMEN_TABLE_INTERVALS + 1 entries each, or null. The pipeline copies them.
    const float *tables;
    int table_count;
} albumen_pixel_step;

/// @param left The column of the image's first pixel in the plane of radial gains.
albumen_pipeline_image *albumen_pipeline_pixels(albumen_pipeline *pipeline, albumen_pipeline_image *image, int left,
                                                int top, const albumen_pixel_step *steps, int count);

/// Returns share · image + blurred_share · blurred image, without the image's margin of `reach` pixels.
///
/// @param kernel The weights of a row, 2 · reach + 1 numbers. Columns have the same weights.
/// @param keeps_alpha Whether the alpha is that of the image.
albumen_pipeline_image *albumen_pipeline_blur(albumen_pipeline *pipeline, albumen_pipeline_image *image,
                                              const float *kernel, int reach, float share, float blurred_share,
                                              int keeps_alpha);

/// Scales an image along its axes with Lanczos' filter of three lobes.
///
/// @param scale_x The size of a result's pixel in pixels of the image. Negative values mirror.
/// @param offset_x The place of the result's left edge in the image.
albumen_pipeline_image *albumen_pipeline_scale(albumen_pipeline *pipeline, albumen_pipeline_image *image,
                                               double scale_x, double offset_x, double scale_y, double offset_y,
                                               int width, int height);

/// Transforms an image with a bicubic filter (Catmull-Rom). The image must contain all pixels that the result needs.
///
/// @param matrix Maps the centre (x, y) of a result's pixel to a point of the image: matrix[0] · x + matrix[1] · y +
///     matrix[2], and the same for y with the next three numbers.
albumen_pipeline_image *albumen_pipeline_affine(albumen_pipeline *pipeline, albumen_pipeline_image *image,
                                                const double matrix[6], int width, int height);

/// Draws an image over a background of the same size.
albumen_pipeline_image *albumen_pipeline_over(albumen_pipeline *pipeline, albumen_pipeline_image *image,
                                              albumen_pipeline_image *background);

/// Returns share · image + other_share · other, with the image's alpha. Both have the same size.
albumen_pipeline_image *albumen_pipeline_blend(albumen_pipeline *pipeline, albumen_pipeline_image *image,
                                               albumen_pipeline_image *other, float share, float other_share);

/// The samples of a result.
typedef struct {
    /// 3, on white, or 4.
    int bands;
    int bytes_per_sample;
    /// The largest value of a sample.
    int maximum;
    /// Whether colours are divided by alpha.
    int is_straight;
    /// Whether samples are in linear light.
    int is_linear;
    /// Whether black shows through, and alpha is the largest value. Only for four bands that aren't straight.
    int is_on_black;
    /// From sRGB's primaries to those of the result, row by row.
    float matrix[9];
    int has_matrix;
    /// Set to 1 if a pixel isn't opaque, unless it's null.
    int *is_translucent;
} albumen_encoding;

/// Converts an image to the samples of a result.
albumen_pipeline_image *albumen_pipeline_encode(albumen_pipeline *pipeline, albumen_pipeline_image *image,
                                                const albumen_encoding *encoding);

/// Returns a part of a source's samples as they are, without metadata.
albumen_pipeline_image *albumen_pipeline_part(albumen_pipeline *pipeline, albumen_pipeline_image *samples,
                                              albumen_rectangle part);

/// Computes encoded samples and passes rows to the function, in order, from the top. If it returns 0, the call fails.
/// Returns 0 on failure.
int albumen_pipeline_rows(albumen_pipeline *pipeline, albumen_pipeline_image *image, void *context,
                          int (*rows)(void *context, const void *samples, size_t bytes_per_row, int top, int count));

typedef enum {
    ALBUMEN_FILE_JPEG,
    ALBUMEN_FILE_PNG,
    ALBUMEN_FILE_TIFF,
} albumen_file_kind;

/// Computes encoded samples and writes them to a file in memory, which the caller frees with `albumen_vips_free`. A
/// JPEG has no profile. Returns 0 on failure.
int albumen_pipeline_file(albumen_pipeline *pipeline, albumen_pipeline_image *image, albumen_file_kind kind,
                          int quality, int has_full_chroma, const void *profile, size_t profile_count, void **bytes,
                          size_t *count);
