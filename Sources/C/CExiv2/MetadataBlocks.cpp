#include "MetadataBlocks.hpp"

#include <algorithm>
#include <set>

namespace {

/// Tags of a TIFF directory that describe the file's own pixels or contain other blocks.
bool describesPixels(const Exiv2::Exifdatum &datum) {
    static const std::set<uint16_t> tags = {
        0x00FE, 0x00FF, 0x0100, 0x0101, 0x0102, 0x0103, 0x0106, 0x010A, 0x0111, 0x0115, 0x0116, 0x0117, 0x011C,
        0x013D, 0x0140, 0x0142, 0x0143, 0x0144, 0x0145, 0x014A, 0x0152, 0x0153, 0x015B, 0x0201, 0x0202, 0x0211,
        0x0212, 0x0213, 0x0214, 0x02BC, 0x828D, 0x828E, 0x83BB, 0x8649, 0x8773,
    };
    static const std::string image = "Image";
    if (datum.groupName() != image) return false;
    // Digital negatives describe their colours in the last two ranges.
    return tags.count(datum.tag()) > 0 || (datum.tag() >= 0xC612 && datum.tag() <= 0xC7FF);
}

/// Directories of previews and thumbnails, and of a camera's own pixels.
bool isOfAnotherPicture(const Exiv2::Exifdatum &datum) {
    static const std::set<std::string> groups = {
        "Thumbnail", "Image2", "Image3", "SubImage1", "SubImage2", "SubImage3", "SubImage4", "SubImage5", "SubImage6",
        "SubImage7", "SubImage8", "SubImage9", "SubThumb1", "PanasonicRaw",
    };
    return groups.count(datum.groupName()) > 0;
}

std::string text(const Exiv2::DataBuf &buffer) {
    return buffer.size_ > 0 ? std::string(reinterpret_cast<const char *>(buffer.pData_), buffer.size_) : std::string();
}

/// Finds a packet by its marks. exiv2 drops the packet of some files, and its own encoder depends on the namespaces of
/// all files before.
std::string packet(const uint8_t *bytes, size_t count) {
    const std::string opening = "<?xpacket begin=", closing = "<?xpacket end=", end = "?>";
    const auto last = bytes + count;
    const auto start = std::search(bytes, last, opening.begin(), opening.end());
    const auto closed = std::search(start, last, closing.begin(), closing.end());
    const auto stop = std::search(closed, last, end.begin(), end.end());
    return stop == last ? std::string() : std::string(start, stop + end.size());
}

} // namespace

albumen_metadata_blocks::albumen_metadata_blocks(const uint8_t *bytes, size_t count, size_t exifLimit) {
    auto image = Exiv2::ImageFactory::open(bytes, static_cast<long>(count));
    if (image.get() == nullptr) throw Exiv2::Error(Exiv2::ErrorCode::kerNotAnImage);
    try {
        image->readMetadata();
    } catch (...) {
        // The tags before the error count.
    }
    const auto order = image->byteOrder() == Exiv2::bigEndian ? Exiv2::bigEndian : Exiv2::littleEndian;
    encode(image->exifData(), order, exifLimit);
    if (!image->iptcData().empty()) iptc = text(Exiv2::IptcParser::encode(image->iptcData()));
    xmp = image->xmpPacket();
    if (xmp.empty() && !image->xmpData().empty()) xmp = packet(bytes, count);
    if (xmp.empty() && !image->xmpData().empty()) {
        const uint16_t format = Exiv2::XmpParser::useCompactFormat | Exiv2::XmpParser::omitAllFormatting;
        if (Exiv2::XmpParser::encode(xmp, image->xmpData(), format) != 0) xmp.clear();
    }
}

void albumen_metadata_blocks::encode(Exiv2::ExifData tags, Exiv2::ByteOrder order, size_t limit) {
    for (auto datum = tags.begin(); datum != tags.end();) {
        datum = describesPixels(*datum) || isOfAnotherPicture(*datum) ? tags.erase(datum) : ++datum;
    }
    while (!tags.empty()) {
        Exiv2::Blob blob;
        Exiv2::ExifParser::encode(blob, nullptr, 0, order, tags);
        if (blob.size() <= limit) {
            exif.assign(blob.begin(), blob.end());
            return;
        }
        const auto largest = std::max_element(tags.begin(), tags.end(), [](const auto &one, const auto &other) {
            return one.size() < other.size();
        });
        if (largest->size() < 1024) return;
        tags.erase(largest);
    }
}
