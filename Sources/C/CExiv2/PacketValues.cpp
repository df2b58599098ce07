#include "PacketValues.hpp"

#include <algorithm>

/// More items than the arrays that Albumen reads have.
static constexpr size_t itemLimit = 16;

albumen_xmp_values::albumen_xmp_values(const uint8_t *bytes, size_t count, const std::string &namespaceUri) {
    Exiv2::XmpData data;
    if (Exiv2::XmpParser::decode(data, std::string(reinterpret_cast<const char *>(bytes), count)) != 0)
        throw Exiv2::Error(Exiv2::ErrorCode::kerCorruptedMetadata);
    const std::string prefix = Exiv2::XmpProperties::prefix(namespaceUri);
    if (prefix.empty()) return;
    for (const auto &datum : data) {
        if (datum.groupName() != prefix) continue;
        auto &items = texts[datum.tagName()];
        if (!items.empty()) continue;
        const auto isArray = datum.typeId() == Exiv2::xmpSeq || datum.typeId() == Exiv2::xmpBag;
        const auto itemCount = isArray ? std::min(static_cast<size_t>(datum.count()), itemLimit) : 1;
        for (size_t index = 0; index < itemCount; ++index)
            items.push_back(isArray ? datum.toString(static_cast<long>(index)) : datum.toString());
    }
}

albumen_text albumen_xmp_values::text(const char *name, size_t index) const {
    const auto found = texts.find(name);
    if (found == texts.end() || index >= found->second.size()) return {nullptr, 0};
    return {found->second[index].data(), found->second[index].size()};
}
