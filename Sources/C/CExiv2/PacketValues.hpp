#pragma once

#include "CExiv2.h"

#include <exiv2/exiv2.hpp>

#include <map>
#include <string>
#include <vector>

/// The simple properties and the arrays of one namespace in a packet.
struct albumen_xmp_values {
    albumen_xmp_values(const uint8_t *bytes, size_t count, const std::string &namespaceUri);

    albumen_text text(const char *name, size_t index) const;

private:
    std::map<std::string, std::vector<std::string>> texts;
};
