#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Text as stored in the file, in UTF-8 or an older encoding, without a terminating zero. `bytes` is null if the text
/// is absent. It lives as long as the metadata that contains it.
typedef struct {
    const char *bytes;
    size_t count;
} albumen_text;

/// The metadata of a picture. An absent number is -1, or NaN for floating point. If a tag occurs twice, the first one
/// counts.
typedef struct {
    albumen_text exif_original, exif_digitized, exif_modified;
    albumen_text exif_original_fraction, exif_digitized_fraction, exif_modified_fraction;
    albumen_text exif_original_offset, exif_digitized_offset, exif_modified_offset;
    albumen_text make, model, lens_model;
    albumen_text image_description, user_comment;
    /// The colour space rule of the camera: "R98" for sRGB, "R03" for Adobe RGB.
    albumen_text interoperability;
    int64_t orientation, custom_rendered, exif_rating, exif_colour_space;

    /// Degrees without a sign. The reference letter contains the sign.
    double gps_latitude, gps_longitude;
    albumen_text gps_latitude_reference, gps_longitude_reference;
    /// Metres. The reference 1 means below sea level.
    double gps_altitude, gps_horizontal_error;
    int64_t gps_altitude_reference;
    albumen_text gps_date;
    /// Seconds of the day in UTC.
    double gps_time;

    /// Seconds, f-number and millimetres. The last two are APEX values.
    double exposure_time, f_number, focal_length, shutter_speed_value, aperture_value;
    int64_t photographic_sensitivity, recommended_exposure_index, standard_output_sensitivity, iso_speed;
    /// The sensitivity in the camera's maker note.
    int64_t maker_sensitivity;
    int64_t focal_length_in_35mm_film;

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
    albumen_text xmp_exposure_time, xmp_f_number, xmp_focal_length, xmp_focal_length_in_35mm_film;
    albumen_text xmp_shutter_speed_value, xmp_aperture_value, xmp_sensitivity;

    /// The keywords of IPTC, then of XMP, at most 500 of each.
    const albumen_text *keywords;
    size_t keyword_count;

    /// The size that exiv2 read, or 0 if it read none.
    uint32_t pixel_width, pixel_height;
} albumen_metadata;

/// Collects the metadata of a picture from one or more blocks. Only one thread at a time can use it.
typedef struct albumen_metadata_reader albumen_metadata_reader;

/// Returns null if there is not enough memory.
albumen_metadata_reader *albumen_metadata_reader_create(void);
void albumen_metadata_reader_destroy(albumen_metadata_reader *reader);

/// Each function reads as much as it can and returns whether exiv2 accepted all of it. Data before an error counts.
/// The bytes must stay valid until the reader is destroyed. None of the functions throws.

/// Reads an entire image file: JPEG, PNG, TIFF, Photoshop, JPEG 2000 or a camera's raw format.
int albumen_metadata_reader_add_image(albumen_metadata_reader *reader, const uint8_t *bytes, size_t count);
/// Reads an Exif block, starting at its TIFF header.
int albumen_metadata_reader_add_exif(albumen_metadata_reader *reader, const uint8_t *bytes, size_t count);
/// Reads an XMP packet.
int albumen_metadata_reader_add_xmp(albumen_metadata_reader *reader, const uint8_t *bytes, size_t count);

/// Returns the metadata read so far. It's valid until the next call on this reader.
const albumen_metadata *albumen_metadata_reader_values(albumen_metadata_reader *reader);

/// The metadata of an entire image file as blocks for another file.
typedef struct albumen_metadata_blocks albumen_metadata_blocks;

/// Reads an image file as `albumen_metadata_reader_add_image` does. Leaves out tags that describe the file's own
/// pixels: size, coding, colour filter, thumbnails and previews. Returns null if exiv2 can't read the file.
albumen_metadata_blocks *albumen_metadata_blocks_create(const uint8_t *bytes, size_t count, size_t exif_limit);
void albumen_metadata_blocks_destroy(albumen_metadata_blocks *blocks);

/// Each function returns the start of a block, or null if there is none. It lives as long as `blocks`.

/// The Exif block, starting at its TIFF header, of at most `exif_limit` bytes. Leaves out the largest tags of a
/// longer one.
const uint8_t *albumen_metadata_blocks_exif(const albumen_metadata_blocks *blocks, size_t *count);
const uint8_t *albumen_metadata_blocks_iptc(const albumen_metadata_blocks *blocks, size_t *count);
const uint8_t *albumen_metadata_blocks_xmp(const albumen_metadata_blocks *blocks, size_t *count);

/// Returns whether the bytes are an XMP packet.
int albumen_xmp_is_valid(const uint8_t *bytes, size_t count);

/// The simple properties and the arrays of one namespace in an XMP packet.
typedef struct albumen_xmp_values albumen_xmp_values;

/// Returns null if the bytes aren't a packet.
///
/// `namespace_uri` is the address of the namespace. The packet can use any prefix for it.
albumen_xmp_values *albumen_xmp_values_create(const uint8_t *bytes, size_t count, const char *namespace_uri);
void albumen_xmp_values_destroy(albumen_xmp_values *values);

/// Returns the value of a property, or the item of an array at an index. `bytes` is null if there is none. The text
/// lives as long as `values`.
albumen_text albumen_xmp_values_text(const albumen_xmp_values *values, const char *name, size_t index);

/// A packet in two parts, as a JPEG contains one that is too long for a segment.
typedef struct albumen_xmp_parts albumen_xmp_parts;

/// Moves the largest properties to a second part until the first has at most `limit` bytes. Returns null if the bytes
/// aren't a packet. If the parts are still too long, the extension is empty.
albumen_xmp_parts *albumen_xmp_parts_create(const uint8_t *bytes, size_t count, size_t limit);
void albumen_xmp_parts_destroy(albumen_xmp_parts *parts);

/// The first part. Its property `xmpNote:HasExtendedXMP` contains 32 zeros instead of the extension's digest.
const uint8_t *albumen_xmp_parts_main(const albumen_xmp_parts *parts, size_t *count);
const uint8_t *albumen_xmp_parts_extension(const albumen_xmp_parts *parts, size_t *count);

#ifdef __cplusplus
}
#endif
