#include "PacketParts.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace {

/// Returns the key of the property that contains another one, such as an array's item.
std::string outermost(const std::string &key) {
    return key.substr(0, key.find_first_of("/["));
}

std::string encoded(const Exiv2::XmpData &data, uint16_t format) {
    std::string packet;
    if (Exiv2::XmpParser::encode(packet, data, format) != 0) throw Exiv2::Error(Exiv2::ErrorCode::kerCorruptedMetadata);
    return packet;
}

} // namespace

bool albumen_xmp_parts::isValid(const uint8_t *bytes, size_t count) {
    Exiv2::XmpData data;
    return Exiv2::XmpParser::decode(data, std::string(reinterpret_cast<const char *>(bytes), count)) == 0;
}

albumen_xmp_parts::albumen_xmp_parts(const uint8_t *bytes, size_t count, size_t limit) {
    constexpr uint16_t compact = Exiv2::XmpParser::useCompactFormat | Exiv2::XmpParser::omitAllFormatting;
    Exiv2::XmpData whole;
    if (Exiv2::XmpParser::decode(whole, std::string(reinterpret_cast<const char *>(bytes), count)) != 0)
        throw Exiv2::Error(Exiv2::ErrorCode::kerCorruptedMetadata);
    std::map<std::string, size_t> sizes;
    for (const auto &datum : whole) sizes[outermost(datum.key())] += datum.key().size() + datum.size();
    std::vector<std::pair<size_t, std::string>> largest;
    for (const auto &entry : sizes) largest.emplace_back(entry.second, entry.first);
    std::sort(largest.rbegin(), largest.rend());
    std::map<std::string, bool> isMoved;
    for (const auto &entry : largest) {
        isMoved[entry.second] = true;
        Exiv2::XmpData first, rest;
        for (const auto &datum : whole) (isMoved.count(outermost(datum.key())) ? rest : first).add(datum);
        first["Xmp.xmpNote.HasExtendedXMP"] = std::string(32, '0');
        main = encoded(first, compact);
        if (main.size() > limit) continue;
        extension = encoded(rest, compact | Exiv2::XmpParser::omitPacketWrapper);
        return;
    }
}
