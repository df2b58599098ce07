#include "CExiv2.h"
#include "MetadataBlocks.hpp"
#include "MetadataReader.hpp"
#include "PacketParts.hpp"
#include "PacketValues.hpp"

#include <limits>
#include <mutex>
#include <new>

namespace {

/// exiv2's XMP toolkit has global state, so only one thread at a time can use it.
std::mutex &turn() {
    static std::mutex mutex;
    return mutex;
}

void prepare() {
    static const bool isPrepared = [] {
        Exiv2::LogMsg::setLevel(Exiv2::LogMsg::mute);
        Exiv2::XmpParser::initialize();
        // The first error object reads the program's folder and its translations, which a sandbox forbids.
        (void)Exiv2::Error(Exiv2::ErrorCode::kerCorruptedMetadata).what();
        // exiv2 only reads CR3 among the box formats here. HEIF and AVIF metadata comes from libheif.
        Exiv2::enableBMFF(true);
        return true;
    }();
    (void)isPrepared;
}

/// Forgets the namespaces of earlier files. exiv2 keeps the prefix that a file chose for an unknown namespace, even if
/// it's the prefix of a known one, and would read and write later files with it.
void resetNamespaces() {
    Exiv2::XmpProperties::unregisterNs();
    // These namespaces are read by prefix, so a file must not choose it.
    Exiv2::XmpProperties::registerNs("http://ns.google.com/photos/1.0/camera/", "GCamera");
    Exiv2::XmpProperties::registerNs("http://ns.adobe.com/xmp/note/", "xmpNote");
    Exiv2::XmpProperties::registerNs("http://xmp.gettyimages.com/gift/1.0/", "GettyImagesGIFT");
}

template <typename Body> int guarded(size_t count, size_t limit, Body body) {
    if (count == 0 || count > limit) return 0;
    try {
        const std::lock_guard<std::mutex> lock(turn());
        prepare();
        resetNamespaces();
        body();
        return 1;
    } catch (...) {
        return 0;
    }
}

constexpr size_t blockLimitInBytes = std::numeric_limits<int32_t>::max();
constexpr size_t imageLimitInBytes = static_cast<size_t>(4) << 30;

} // namespace

albumen_metadata_reader *albumen_metadata_reader_create(void) {
    try {
        return new albumen_metadata_reader();
    } catch (...) {
        return nullptr;
    }
}

void albumen_metadata_reader_destroy(albumen_metadata_reader *reader) {
    delete reader;
}

int albumen_metadata_reader_add_image(albumen_metadata_reader *reader, const uint8_t *bytes, size_t count) {
    return guarded(count, imageLimitInBytes, [&] { reader->addImage(bytes, count); });
}

int albumen_metadata_reader_add_exif(albumen_metadata_reader *reader, const uint8_t *bytes, size_t count) {
    return guarded(count, blockLimitInBytes, [&] { reader->addExif(bytes, count); });
}

int albumen_metadata_reader_add_xmp(albumen_metadata_reader *reader, const uint8_t *bytes, size_t count) {
    return guarded(count, blockLimitInBytes, [&] { reader->addXmp(bytes, count); });
}

const albumen_metadata *albumen_metadata_reader_values(albumen_metadata_reader *reader) {
    return reader->values();
}

albumen_metadata_blocks *albumen_metadata_blocks_create(const uint8_t *bytes, size_t count, size_t exif_limit) {
    std::unique_ptr<albumen_metadata_blocks> blocks;
    const int isRead = guarded(count, imageLimitInBytes, [&] {
        blocks.reset(new albumen_metadata_blocks(bytes, count, exif_limit));
    });
    return isRead ? blocks.release() : nullptr;
}

void albumen_metadata_blocks_destroy(albumen_metadata_blocks *blocks) {
    delete blocks;
}

static const uint8_t *start(const std::string &block, size_t *count) {
    *count = block.size();
    return block.empty() ? nullptr : reinterpret_cast<const uint8_t *>(block.data());
}

const uint8_t *albumen_metadata_blocks_exif(const albumen_metadata_blocks *blocks, size_t *count) {
    return start(blocks->exif, count);
}

const uint8_t *albumen_metadata_blocks_iptc(const albumen_metadata_blocks *blocks, size_t *count) {
    return start(blocks->iptc, count);
}

const uint8_t *albumen_metadata_blocks_xmp(const albumen_metadata_blocks *blocks, size_t *count) {
    return start(blocks->xmp, count);
}

int albumen_xmp_is_valid(const uint8_t *bytes, size_t count) {
    bool isValid = false;
    (void)guarded(count, blockLimitInBytes, [&] { isValid = albumen_xmp_parts::isValid(bytes, count); });
    return isValid ? 1 : 0;
}

albumen_xmp_values *albumen_xmp_values_create(const uint8_t *bytes, size_t count, const char *namespace_uri) {
    std::unique_ptr<albumen_xmp_values> values;
    const int isRead =
        guarded(count, blockLimitInBytes, [&] { values.reset(new albumen_xmp_values(bytes, count, namespace_uri)); });
    return isRead ? values.release() : nullptr;
}

void albumen_xmp_values_destroy(albumen_xmp_values *values) {
    delete values;
}

albumen_text albumen_xmp_values_text(const albumen_xmp_values *values, const char *name, size_t index) {
    return values->text(name, index);
}

albumen_xmp_parts *albumen_xmp_parts_create(const uint8_t *bytes, size_t count, size_t limit) {
    std::unique_ptr<albumen_xmp_parts> parts;
    const int isRead =
        guarded(count, blockLimitInBytes, [&] { parts.reset(new albumen_xmp_parts(bytes, count, limit)); });
    return isRead ? parts.release() : nullptr;
}

void albumen_xmp_parts_destroy(albumen_xmp_parts *parts) {
    delete parts;
}

const uint8_t *albumen_xmp_parts_main(const albumen_xmp_parts *parts, size_t *count) {
    return start(parts->main, count);
}

const uint8_t *albumen_xmp_parts_extension(const albumen_xmp_parts *parts, size_t *count) {
    return start(parts->extension, count);
}
