#include "CExiv2.h"
#include "MetadataReader.hpp"

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
        // exiv2 permanently assigns the prefix in the first file to an unknown namespace. These namespaces are read
        // by prefix, so a file must not choose it.
        Exiv2::XmpProperties::registerNs("http://ns.google.com/photos/1.0/camera/", "GCamera");
        Exiv2::XmpProperties::registerNs("http://xmp.gettyimages.com/gift/1.0/", "GettyImagesGIFT");
        // exiv2 only reads CR3 among the box formats here. HEIF and AVIF metadata comes from libheif.
        Exiv2::enableBMFF(true);
        return true;
    }();
    (void)isPrepared;
}

template <typename Body> int guarded(size_t count, size_t limit, Body body) {
    if (count == 0 || count > limit) return 0;
    try {
        const std::lock_guard<std::mutex> lock(turn());
        prepare();
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
