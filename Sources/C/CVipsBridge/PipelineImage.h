#pragma once

#include "CVipsGraph.h"

#include <vips/vips.h>

/// A pixel of four floats.
typedef float albumen_pixel __attribute__((vector_size(16)));

/// Returns cleared memory or a copy of bytes, which the pipeline frees. Returns null and sets an error if there's none.
void *albumen_pipeline_allocate(albumen_pipeline *pipeline, const void *bytes, size_t count);

/// Passes the ownership of an image to the pipeline.
albumen_pipeline_image *albumen_pipeline_adopt(albumen_pipeline *pipeline, VipsImage *image);

/// Creates an image of linear light over one or two others. Returns null on failure.
VipsImage *albumen_pipeline_new(albumen_pipeline *pipeline, VipsImage *input, VipsImage *second, VipsDemandStyle style,
                                int width, int height);

/// Returns the address of a pixel in a prepared region of linear light.
static inline albumen_pixel *albumen_pixel_address(VipsRegion *region, int x, int y) {
    return (albumen_pixel *)VIPS_REGION_ADDR(region, x, y);
}

/// Loads a pixel. Regions aren't aligned to 16 bytes.
static inline albumen_pixel albumen_load(const void *address) {
    albumen_pixel pixel;
    __builtin_memcpy(&pixel, address, sizeof pixel);
    return pixel;
}

static inline void albumen_store(void *address, albumen_pixel pixel) {
    __builtin_memcpy(address, &pixel, sizeof pixel);
}

static inline albumen_pixel albumen_all(float value) { return (albumen_pixel){value, value, value, value}; }
