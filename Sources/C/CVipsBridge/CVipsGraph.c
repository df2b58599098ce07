#include "CVipsGraph.h"
#include "PipelineImage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Owns the images, and the memory of their parameters.
struct albumen_pipeline {
    GPtrArray *images;
    GPtrArray *memory;
    char message[256];
};

albumen_pipeline *albumen_pipeline_create(int threads) {
    albumen_pipeline *pipeline = calloc(1, sizeof *pipeline);
    if (!pipeline) return NULL;
    pipeline->images = g_ptr_array_new_with_free_func(g_object_unref);
    pipeline->memory = g_ptr_array_new_with_free_func(free);
    vips_error_clear();
    vips_concurrency_set(threads);
    return pipeline;
}

void albumen_pipeline_release(albumen_pipeline *pipeline) {
    if (!pipeline) return;
    // In reverse order, because later images refer to earlier ones.
    while (pipeline->images->len > 0) g_ptr_array_remove_index(pipeline->images, pipeline->images->len - 1);
    g_ptr_array_free(pipeline->images, TRUE);
    g_ptr_array_free(pipeline->memory, TRUE);
    free(pipeline);
    vips_concurrency_set(1);
    vips_error_clear();
    vips_thread_shutdown();
}

void albumen_pipeline_use_threads(int threads) { vips_concurrency_set(threads); }

const char *albumen_pipeline_message(albumen_pipeline *pipeline) {
    g_strlcpy(pipeline->message, vips_error_buffer(), sizeof pipeline->message);
    pipeline->message[strcspn(pipeline->message, "\n")] = 0;
    vips_error_clear();
    return pipeline->message[0] ? pipeline->message : "unknown failure";
}

void *albumen_pipeline_allocate(albumen_pipeline *pipeline, const void *bytes, size_t count) {
    void *memory = calloc(1, count ? count : 1);
    if (!memory) {
        vips_error("albumen", "out of memory");
        return NULL;
    }
    if (bytes) memcpy(memory, bytes, count);
    g_ptr_array_add(pipeline->memory, memory);
    return memory;
}

albumen_pipeline_image *albumen_pipeline_adopt(albumen_pipeline *pipeline, VipsImage *image) {
    if (image) g_ptr_array_add(pipeline->images, image);
    return (albumen_pipeline_image *)image;
}

VipsImage *albumen_pipeline_new(albumen_pipeline *pipeline, VipsImage *input, VipsImage *second, VipsDemandStyle style,
                                int width, int height) {
    if (width < 1 || height < 1 || width >= VIPS_MAX_COORD || height >= VIPS_MAX_COORD) {
        vips_error("albumen", "an image of the pipeline has an impossible size");
        return NULL;
    }
    VipsImage *image = vips_image_new();
    albumen_pipeline_adopt(pipeline, image);
    if (vips_image_pipelinev(image, style, input, second, NULL)) return NULL;
    vips_image_init_fields(image, width, height, 4, VIPS_FORMAT_FLOAT, VIPS_CODING_NONE, VIPS_INTERPRETATION_scRGB, 1, 1);
    return image;
}

albumen_pipeline_image *albumen_pipeline_jpeg(albumen_pipeline *pipeline, const void *bytes, size_t count,
                                              int is_sequential, int width, int height, int bands) {
    VipsImage *image = NULL;
    if (vips_jpegload_buffer((void *)bytes, count, &image, "access",
                             is_sequential ? VIPS_ACCESS_SEQUENTIAL : VIPS_ACCESS_RANDOM, NULL))
        return NULL;
    albumen_pipeline_adopt(pipeline, image);
    if (image->Xsize != width || image->Ysize != height || image->Bands != bands ||
        image->BandFmt != VIPS_FORMAT_UCHAR) {
        vips_error("albumen", "the picture is not of the size that its header says");
        return NULL;
    }
    return (albumen_pipeline_image *)image;
}

albumen_pipeline_image *albumen_pipeline_samples(albumen_pipeline *pipeline, const void *samples, int width, int height,
                                                 int bands, int bytes_per_sample) {
    const size_t count = (size_t)width * height * bands * bytes_per_sample;
    return albumen_pipeline_adopt(
        pipeline, vips_image_new_from_memory(samples, count, width, height, bands,
                                             bytes_per_sample == 2 ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR));
}

typedef struct {
    void *context;
    int (*rows)(void *context, const void *samples, size_t bytes_per_row, int top, int count);
} row_receiver;

static int receive(VipsRegion *region, VipsRect *area, void *context) {
    const row_receiver *receiver = context;
    if (receiver->rows(receiver->context, VIPS_REGION_ADDR(region, 0, area->top), VIPS_REGION_LSKIP(region), area->top,
                       area->height))
        return 0;
    vips_error("albumen", "the rows could not be taken");
    return -1;
}

int albumen_pipeline_rows(albumen_pipeline *pipeline, albumen_pipeline_image *image, void *context,
                          int (*rows)(void *, const void *, size_t, int, int)) {
    (void)pipeline;
    row_receiver receiver = {context, rows};
    return vips_sink_disc((VipsImage *)image, receive, &receiver) == 0;
}

int albumen_pipeline_file(albumen_pipeline *pipeline, albumen_pipeline_image *handle, albumen_file_kind kind,
                          int quality, int has_full_chroma, const void *profile, size_t profile_count, void **bytes,
                          size_t *count) {
    (void)pipeline;
    VipsImage *image = (VipsImage *)handle;
    *bytes = NULL;
    *count = 0;
    if (kind != ALBUMEN_FILE_JPEG && profile_count > 0)
        vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, profile, profile_count);
    switch (kind) {
    case ALBUMEN_FILE_JPEG:
        return vips_jpegsave_buffer(image, bytes, count, "Q", quality, "strip", TRUE, "optimize_coding", FALSE,
                                    "subsample_mode",
                                    has_full_chroma ? VIPS_FOREIGN_SUBSAMPLE_OFF : VIPS_FOREIGN_SUBSAMPLE_ON,
                                    NULL) == 0;
    case ALBUMEN_FILE_PNG: return vips_pngsave_buffer(image, bytes, count, "compression", 6, NULL) == 0;
    case ALBUMEN_FILE_TIFF:
        return vips_tiffsave_buffer(image, bytes, count, "compression", VIPS_FOREIGN_TIFF_COMPRESSION_LZW, "predictor",
                                    VIPS_FOREIGN_TIFF_PREDICTOR_HORIZONTAL, NULL) == 0;
    }
    return 0;
}
