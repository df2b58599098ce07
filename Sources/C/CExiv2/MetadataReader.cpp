#include "MetadataReader.hpp"
#include "TagTables.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>

using namespace albumen;

namespace {

constexpr size_t textLimitInBytes = 16 << 10;
constexpr size_t keywordLimit = 500;
constexpr size_t makerNoteLimitInBytes = 1 << 20;

albumen_text view(const std::string &text) {
    return {text.data(), std::min(text.size(), textLimitInBytes)};
}

Directory directory(const Exiv2::Exifdatum &datum) {
    static const int image = Exiv2::ExifKey("Exif.Image.Make").ifdId();
    static const int photo = Exiv2::ExifKey("Exif.Photo.DateTimeOriginal").ifdId();
    static const int gps = Exiv2::ExifKey("Exif.GPSInfo.GPSLatitude").ifdId();
    static const int interoperability = Exiv2::ExifKey("Exif.Iop.InteroperabilityIndex").ifdId();
    static const int panasonic = Exiv2::ExifKey("Exif.PanasonicRaw.Make").ifdId();
    const int identifier = datum.ifdId();
    if (identifier == image) return Directory::image;
    if (identifier == photo) return Directory::photo;
    if (identifier == gps) return Directory::gps;
    if (identifier == interoperability) return Directory::interoperability;
    return identifier == panasonic ? Directory::panasonic : Directory::other;
}

/// Unsigned numerators and denominators can exceed 2^31, so `toRational` isn't sufficient.
double fraction(const Exiv2::Value &value, size_t index) {
    double numerator = 0;
    double denominator = 0;
    if (value.typeId() == Exiv2::unsignedRational) {
        const auto &list = static_cast<const Exiv2::URationalValue &>(value).value_;
        if (index >= list.size()) return std::numeric_limits<double>::quiet_NaN();
        numerator = list[index].first;
        denominator = list[index].second;
    } else if (value.typeId() == Exiv2::signedRational) {
        const auto &list = static_cast<const Exiv2::RationalValue &>(value).value_;
        if (index >= list.size()) return std::numeric_limits<double>::quiet_NaN();
        numerator = list[index].first;
        denominator = list[index].second;
    } else {
        return std::numeric_limits<double>::quiet_NaN();
    }
    return denominator == 0 ? std::numeric_limits<double>::quiet_NaN() : numerator / denominator;
}

/// A number of any numeric type. Some programs write plain numbers or floating point instead of fractions.
double number(const Exiv2::Value &value) {
    switch (value.typeId()) {
    case Exiv2::unsignedRational:
    case Exiv2::signedRational: return fraction(value, 0);
    case Exiv2::unsignedShort:
    case Exiv2::unsignedLong:
    case Exiv2::signedShort:
    case Exiv2::signedLong: return value.count() > 0 ? static_cast<double>(value.toLong(0)) : NAN;
    case Exiv2::tiffFloat:
    case Exiv2::tiffDouble: return value.count() > 0 ? static_cast<double>(value.toFloat(0)) : NAN;
    default: return NAN;
    }
}

/// Sets a field to a positive finite number, unless an earlier tag set it. Cameras write 0 for unknown values.
void setPositive(double &field, double value) {
    if (std::isnan(field) && std::isfinite(value) && value > 0) field = value;
}

/// Sets a field to the first positive number of a list, unless an earlier tag set it.
void setPositive(int64_t &field, const Exiv2::Exifdatum &datum) {
    constexpr long mostValues = 4;
    for (long index = 0; field <= 0 && index < std::min(datum.count(), mostValues); ++index) {
        if (datum.toLong(index) > 0) field = datum.toLong(index);
    }
}

/// Converts degrees or hours with minutes and seconds to units of `whole`. A missing minute or second counts as zero.
/// A missing first part results in NaN. Whole hours, minutes and seconds convert without a rounding error.
double sexagesimal(const Exiv2::Value &value, double whole) {
    const double minutes = fraction(value, 1) * whole / 60;
    const double seconds = fraction(value, 2) * whole / 3600;
    return fraction(value, 0) * whole + (std::isnan(minutes) ? 0 : minutes) + (std::isnan(seconds) ? 0 : seconds);
}

} // namespace

albumen_metadata_reader::albumen_metadata_reader() : metadata() {
    const double none = std::numeric_limits<double>::quiet_NaN();
    metadata.orientation = metadata.custom_rendered = metadata.exif_rating = metadata.exif_colour_space = -1;
    metadata.gps_altitude_reference = metadata.apple_hdr_image_type = -1;
    metadata.gps_latitude = metadata.gps_longitude = metadata.gps_altitude = none;
    metadata.gps_horizontal_error = metadata.gps_time = none;
    metadata.exposure_time = metadata.f_number = metadata.focal_length = none;
    metadata.shutter_speed_value = metadata.aperture_value = none;
    metadata.photographic_sensitivity = metadata.recommended_exposure_index = -1;
    metadata.standard_output_sensitivity = metadata.iso_speed = metadata.maker_sensitivity = -1;
    metadata.focal_length_in_35mm_film = -1;
}

void albumen_metadata_reader::addImage(const uint8_t *bytes, size_t count) {
    auto opened = Exiv2::ImageFactory::open(bytes, static_cast<long>(count));
    if (opened.get() == nullptr) return;
    images.emplace_back(opened.release());
    Exiv2::Image &image = *images.back();
    std::exception_ptr fault;
    try {
        image.readMetadata();
    } catch (...) {
        fault = std::current_exception();
    }
    metadata.pixel_width = static_cast<uint32_t>(std::max(0, image.pixelWidth()));
    metadata.pixel_height = static_cast<uint32_t>(std::max(0, image.pixelHeight()));
    harvest(image.exifData());
    harvest(image.iptcData());
    harvest(image.xmpData());
    if (fault) std::rethrow_exception(fault);
}

void albumen_metadata_reader::addExif(const uint8_t *bytes, size_t count) {
    exifBlocks.emplace_back();
    Exiv2::ExifParser::decode(exifBlocks.back(), bytes, static_cast<uint32_t>(count));
    harvest(exifBlocks.back());
}

void albumen_metadata_reader::addXmp(const uint8_t *bytes, size_t count) {
    xmpPackets.emplace_back();
    Exiv2::XmpParser::decode(xmpPackets.back(), std::string(reinterpret_cast<const char *>(bytes), count));
    harvest(xmpPackets.back());
}

const albumen_metadata *albumen_metadata_reader::values() {
    metadata.keywords = keywords.data();
    metadata.keyword_count = keywords.size();
    return &metadata;
}

void albumen_metadata_reader::harvest(const Exiv2::ExifData &exif) {
    const Exiv2::Exifdatum *makerNote = nullptr;
    for (const auto &datum : exif) {
        const Directory place = directory(datum);
        if (place == Directory::other) continue;
        const uint16_t tag = datum.tag();
        if (place == Directory::gps) harvestLocation(datum);
        if (place == Directory::photo || place == Directory::image) harvestExposure(datum);
        if (place == Directory::photo && tag == 0x927c) makerNote = &datum;
        if (place == Directory::photo && tag == 0x9286) harvestUserComment(datum);
        for (const auto &entry : exifTexts) {
            if (entry.tag == tag && entry.directory == place) set(metadata.*entry.field, datum.value());
        }
        for (const auto &entry : exifNumbers) {
            const bool fits = entry.tag == tag && entry.directory == place && metadata.*entry.field < 0;
            if (fits && datum.count() > 0) metadata.*entry.field = datum.toLong(0);
        }
    }
    if (makerNote != nullptr) harvestAppleMakerNote(*makerNote);
    if (makerNote != nullptr) harvestMakerSensitivity(exif);
}

void albumen_metadata_reader::harvestLocation(const Exiv2::Exifdatum &datum) {
    const Exiv2::Value &value = datum.value();
    switch (datum.tag()) {
    case 0x0002: metadata.gps_latitude = sexagesimal(value, 1); break;
    case 0x0004: metadata.gps_longitude = sexagesimal(value, 1); break;
    case 0x0006: metadata.gps_altitude = fraction(value, 0); break;
    case 0x0007: metadata.gps_time = sexagesimal(value, 3600); break;
    case 0x001f: metadata.gps_horizontal_error = fraction(value, 0); break;
    default: break;
    }
}

/// TIFF/EP and DNG keep these tags in the first directory.
void albumen_metadata_reader::harvestExposure(const Exiv2::Exifdatum &datum) {
    switch (datum.tag()) {
    case 0x829a: setPositive(metadata.exposure_time, number(datum.value())); break;
    case 0x829d: setPositive(metadata.f_number, number(datum.value())); break;
    case 0x8827: setPositive(metadata.photographic_sensitivity, datum); break;
    case 0x8831: setPositive(metadata.standard_output_sensitivity, datum); break;
    case 0x8832: setPositive(metadata.recommended_exposure_index, datum); break;
    case 0x8833: setPositive(metadata.iso_speed, datum); break;
    // Fast shutters have positive values and exposures of more than a second negative ones.
    case 0x9201:
        if (std::isnan(metadata.shutter_speed_value)) metadata.shutter_speed_value = number(datum.value());
        break;
    case 0x9202: setPositive(metadata.aperture_value, number(datum.value())); break;
    case 0x920a: setPositive(metadata.focal_length, number(datum.value())); break;
    case 0xa405: setPositive(metadata.focal_length_in_35mm_film, datum); break;
    default: break;
    }
}

/// Reads the sensitivity from a maker note if EXIF has none, or one that doesn't fit its 16 bits. exiv2 interprets the
/// formats of the makers when it prints a value.
void albumen_metadata_reader::harvestMakerSensitivity(const Exiv2::ExifData &exif) {
    const int64_t known = metadata.photographic_sensitivity;
    if (known > 0 && known < 0xffff) return;
    const auto found = Exiv2::isoSpeed(exif);
    if (found == exif.end()) return;
    const std::string text = found->print(&exif);
    char *end = nullptr;
    const double sensitivity = std::strtod(text.c_str(), &end);
    const bool isNumber = end != text.c_str() && *end == '\0';
    if (isNumber && sensitivity >= 1 && sensitivity < 1e9) metadata.maker_sensitivity = std::lround(sensitivity);
}

/// The first eight bytes of a comment name its character set, whatever type the tag has. exiv2 only decodes it for
/// the comment type, which it reports as undefined.
void albumen_metadata_reader::harvestUserComment(const Exiv2::Exifdatum &datum) {
    if (const auto *decoded = dynamic_cast<const Exiv2::CommentValue *>(&datum.value())) {
        set(metadata.user_comment, decoded->comment());
        return;
    }
    const size_t count = static_cast<size_t>(std::max(0L, datum.size()));
    if (count < 8 || count > textLimitInBytes) return;
    std::vector<Exiv2::byte> bytes(count);
    datum.copy(bytes.data(), Exiv2::littleEndian);
    Exiv2::CommentValue comment;
    comment.read(bytes.data(), static_cast<long>(count), Exiv2::littleEndian);
    set(metadata.user_comment, comment.comment());
}

/// Debian's exiv2 doesn't support Apple's maker note. The note is a big-endian directory with offsets from its own
/// start, so a TIFF header in place of the first eight bytes of "Apple iOS\0\0\1MM" makes it a TIFF.
void albumen_metadata_reader::harvestAppleMakerNote(const Exiv2::Exifdatum &datum) {
    static const uint8_t mark[14] = {'A', 'p', 'p', 'l', 'e', ' ', 'i', 'O', 'S', 0, 0, 1, 'M', 'M'};
    static const uint8_t header[8] = {'M', 'M', 0, 42, 0, 0, 0, sizeof mark};
    const size_t count = static_cast<size_t>(std::max(0L, datum.size()));
    if (count <= sizeof mark || count > makerNoteLimitInBytes) return;
    std::vector<uint8_t> note(count);
    datum.copy(note.data(), Exiv2::bigEndian);
    if (!std::equal(mark, mark + sizeof mark, note.begin())) return;
    std::copy(header, header + sizeof header, note.begin());

    Exiv2::ExifData tags;
    Exiv2::ExifParser::decode(tags, note.data(), static_cast<uint32_t>(count));
    for (const auto &tag : tags) {
        if (directory(tag) != Directory::image) continue;
        switch (tag.tag()) {
        case 0x000a:
            if (tag.count() > 0) metadata.apple_hdr_image_type = tag.toLong(0);
            break;
        case 0x000b: set(metadata.apple_burst_identifier, tag.toString()); break;
        case 0x0011: set(metadata.apple_content_identifier, tag.toString()); break;
        default: break;
        }
    }
}

void albumen_metadata_reader::harvest(const Exiv2::IptcData &iptc) {
    size_t keywordCount = 0;
    for (const auto &datum : iptc) {
        if (datum.record() != 2) continue;
        switch (datum.tag()) {
        case 5: set(metadata.iptc_title, datum.value()); break;
        case 25: addKeyword(datum.toString(), keywordCount); break;
        case 55: set(metadata.iptc_date, datum.value()); break;
        case 60: set(metadata.iptc_time, datum.value()); break;
        case 120: set(metadata.iptc_caption, datum.value()); break;
        default: break;
        }
    }
}

void albumen_metadata_reader::harvest(const Exiv2::XmpData &xmp) {
    size_t keywordCount = 0;
    for (const auto &datum : xmp) {
        const std::string key = datum.key();
        if (key == "Xmp.dc.subject") {
            for (long index = 0; index < datum.count(); ++index) addKeyword(datum.toString(index), keywordCount);
            continue;
        }
        const auto found = xmpTexts().find(key);
        if (found != xmpTexts().end()) set(metadata.*found->second, datum.value());
    }
}

void albumen_metadata_reader::set(albumen_text &field, const Exiv2::Value &value) {
    if (field.bytes != nullptr) return;
    switch (value.typeId()) {
    case Exiv2::asciiString:
    case Exiv2::string:
        field = view(static_cast<const Exiv2::StringValueBase &>(value).value_);
        break;
    case Exiv2::xmpText:
        field = view(static_cast<const Exiv2::XmpTextValue &>(value).value_);
        break;
    case Exiv2::langAlt: {
        const auto &texts = static_cast<const Exiv2::LangAltValue &>(value).value_;
        const auto standard = texts.find("x-default");
        if (!texts.empty()) field = view(standard != texts.end() ? standard->second : texts.begin()->second);
        break;
    }
    case Exiv2::xmpAlt:
    case Exiv2::xmpBag:
    case Exiv2::xmpSeq:
        if (value.count() > 0) set(field, value.toString(0));
        break;
    case Exiv2::undefined:
    case Exiv2::unsignedByte: {
        // A text with a wrong type. Uses its bytes unchanged.
        const size_t count = std::min(static_cast<size_t>(std::max(0L, value.size())), textLimitInBytes);
        if (value.size() > static_cast<long>(count)) break;
        std::string text(count, '\0');
        value.copy(reinterpret_cast<Exiv2::byte *>(text.data()), Exiv2::bigEndian);
        set(field, std::move(text));
        break;
    }
    default:
        if (value.size() <= static_cast<long>(textLimitInBytes)) set(field, value.toString());
    }
}

void albumen_metadata_reader::set(albumen_text &field, std::string text) {
    if (field.bytes != nullptr) return;
    strings.push_back(std::move(text));
    field = view(strings.back());
}

void albumen_metadata_reader::addKeyword(std::string text, size_t &count) {
    if (count >= keywordLimit) return;
    count += 1;
    strings.push_back(std::move(text));
    keywords.push_back(view(strings.back()));
}
