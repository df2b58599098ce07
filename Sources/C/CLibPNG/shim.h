#include <png.h>

/// The most bytes that a picture's PNG may take: libpng tells it by a macro, which Swift does not see.
static inline png_alloc_size_t CLibPNG_largestSize(png_image image) {
    return PNG_IMAGE_PNG_SIZE_MAX(image);
}
