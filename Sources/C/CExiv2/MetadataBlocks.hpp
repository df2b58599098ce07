#pragma once

#include "CExiv2.h"

#include <memory>
#include <string>

#include <exiv2/exiv2.hpp>

/// Encodes the metadata of an image file for another file.
struct albumen_metadata_blocks {
public:
    albumen_metadata_blocks(const uint8_t *bytes, size_t count, size_t exifLimit);

    std::string exif, iptc, xmp;

private:
    void encode(Exiv2::ExifData tags, Exiv2::ByteOrder order, size_t limit);
};
