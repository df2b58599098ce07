#pragma once

#include "CExiv2.h"

#include <exiv2/exiv2.hpp>

/// A packet in two parts, of which the first isn't longer than a limit.
struct albumen_xmp_parts {
    /// The first part. Its property `xmpNote:HasExtendedXMP` contains 32 zeros.
    std::string main;
    std::string extension;

    albumen_xmp_parts(const uint8_t *bytes, size_t count, size_t limit);

    static bool isValid(const uint8_t *bytes, size_t count);
};
