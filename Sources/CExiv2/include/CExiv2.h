#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Text as a file has it: UTF-8 or an older encoding, not ended by a zero. Absent: `bytes` is null.
/// Lives as long as the metadata it belongs to.
typedef struct {
    const char *bytes;
    size_t count;
} albumen_text;

/// What the tags of one picture say. A number that is absent is -1, or NaN for a floating one.
/// Of a tag that is there twice, the first counts.
typedef struct {
    albumen_text exif_original, exif_digitized, exif_modified;
    albumen_text exif_original_fraction, exif_digitized_fraction, exif_modified_fraction;
    albumen_text exif_original_offset, exif_digitized_offset, exif_modified_offset;
    albumen_text make, model, lens_model;
    albumen_text image_description, user_comment;
    /// The rule by which the camera wrote the file: "R98" for sRGB, "R03" for Adobe RGB.
    albumen_text interoperability;
    int64_t orientation, custom_rendered, exif_rating, exif_colour_space;

    /// Degrees without a sign, which the reference letter gives.
    double gps_latitude, gps_longitude;
    albumen_text gps_latitude_reference, gps_longitude_reference;
    /// Metres; reference 1 is below sea level.
    double gps_altitude, gps_horizontal_error;
    int64_t gps_altitude_reference;
    albumen_text gps_date;
    /// Seconds of the day, UTC.
    double gps_time;

    albumen_text apple_content_identifier, apple_burst_identifier;
    int64_t apple_hdr_image_type;

    albumen_text iptc_title, iptc_caption, iptc_date, iptc_time;

    albumen_text xmp_title, xmp_description, xmp_rating;
    albumen_text xmp_original, xmp_date_created, xmp_create_date;
    albumen_text xmp_make, xmp_model, xmp_lens, xmp_lens_model, xmp_user_comment;
    albumen_text xmp_gps_latitude, xmp_gps_longitude, xmp_gps_altitude, xmp_gps_altitude_reference;
    albumen_text xmp_gps_time;
    albumen_text xmp_preserved_file_name, xmp_original_file_name;
    albumen_text xmp_panorama_projection, xmp_panorama_viewer;
    albumen_text xmp_burst_identifier;

    /// IPTC's, then XMP's; at most 500 of each.
    const albumen_text *keywords;
    size_t keyword_count;

    /// What exiv2 found; 0 when it found none.
    uint32_t pixel_width, pixel_height;
} albumen_metadata;

/// Gathers the metadata of one picture from one or more blocks. Used by one thread at a time.
typedef struct albumen_metadata_reader albumen_metadata_reader;

/// Null when memory is short.
albumen_metadata_reader *albumen_metadata_reader_create(void);
void albumen_metadata_reader_destroy(albumen_metadata_reader *reader);

/// Each reads what it can and answers whether exiv2 took all of it; what came before a fault counts.
/// The bytes must stay until the reader is destroyed. None throws.

/// A whole image file: JPEG, PNG, TIFF, Photoshop, JPEG 2000 or a camera's raw format.
int albumen_metadata_reader_add_image(albumen_metadata_reader *reader, const uint8_t *bytes, size_t count);
/// An Exif block, from its TIFF header on.
int albumen_metadata_reader_add_exif(albumen_metadata_reader *reader, const uint8_t *bytes, size_t count);
/// An XMP packet.
int albumen_metadata_reader_add_xmp(albumen_metadata_reader *reader, const uint8_t *bytes, size_t count);

/// What has been read so far; valid until the next call on this reader.
const albumen_metadata *albumen_metadata_reader_values(albumen_metadata_reader *reader);

#ifdef __cplusplus
}
#endif
