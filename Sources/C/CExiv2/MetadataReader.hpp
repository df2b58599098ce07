#pragma once

#include "CExiv2.h"

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include <exiv2/exiv2.hpp>

/// Collects selected tags in one pass over each of exiv2's containers. Texts point into exiv2's own strings if there
/// are any, otherwise into `strings`. Both live as long as the reader.
struct albumen_metadata_reader {
public:
    albumen_metadata_reader();

    void addImage(const uint8_t *bytes, size_t count);
    void addExif(const uint8_t *bytes, size_t count);
    void addXmp(const uint8_t *bytes, size_t count);
    const albumen_metadata *values();

private:
    void harvest(const Exiv2::ExifData &exif);
    void harvest(const Exiv2::IptcData &iptc);
    void harvest(const Exiv2::XmpData &xmp);
    void harvestLocation(const Exiv2::Exifdatum &datum);
    void harvestExposure(const Exiv2::Exifdatum &datum);
    void harvestMakerSensitivity(const Exiv2::ExifData &exif);
    void harvestUserComment(const Exiv2::Exifdatum &datum);
    void harvestAppleMakerNote(const Exiv2::Exifdatum &datum);

    void set(albumen_text &field, const Exiv2::Value &value);
    void set(albumen_text &field, std::string text);
    void addKeyword(std::string text, size_t &count);

    albumen_metadata metadata;
    std::vector<albumen_text> keywords;
    std::deque<std::string> strings;
    std::deque<Exiv2::ExifData> exifBlocks;
    std::deque<Exiv2::XmpData> xmpPackets;
    std::vector<std::unique_ptr<Exiv2::Image>> images;
};
