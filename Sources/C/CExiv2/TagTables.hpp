#pragma once

#include "CExiv2.h"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace albumen {

using TextField = albumen_text albumen_metadata::*;
using NumberField = int64_t albumen_metadata::*;

/// The directories of an Exif block that this reader uses.
enum class Directory { image, photo, gps, interoperability, panasonic, other };

template <typename Field> struct ExifTag {
    Directory directory;
    uint16_t tag;
    Field field;
};

inline constexpr ExifTag<TextField> exifTexts[] = {
    {Directory::image, 0x010e, &albumen_metadata::image_description},
    {Directory::image, 0x010f, &albumen_metadata::make},
    {Directory::image, 0x0110, &albumen_metadata::model},
    {Directory::image, 0x0132, &albumen_metadata::exif_modified},
    {Directory::photo, 0x9003, &albumen_metadata::exif_original},
    {Directory::photo, 0x9004, &albumen_metadata::exif_digitized},
    {Directory::photo, 0x9010, &albumen_metadata::exif_modified_offset},
    {Directory::photo, 0x9011, &albumen_metadata::exif_original_offset},
    {Directory::photo, 0x9012, &albumen_metadata::exif_digitized_offset},
    {Directory::photo, 0x9290, &albumen_metadata::exif_modified_fraction},
    {Directory::photo, 0x9291, &albumen_metadata::exif_original_fraction},
    {Directory::photo, 0x9292, &albumen_metadata::exif_digitized_fraction},
    {Directory::photo, 0xa434, &albumen_metadata::lens_model},
    {Directory::gps, 0x0001, &albumen_metadata::gps_latitude_reference},
    {Directory::gps, 0x0003, &albumen_metadata::gps_longitude_reference},
    {Directory::gps, 0x001d, &albumen_metadata::gps_date},
    {Directory::interoperability, 0x0001, &albumen_metadata::interoperability},
    // TIFF/EP and DNG keep the date in the first directory. Panasonic keeps the camera in a separate directory.
    {Directory::image, 0x9003, &albumen_metadata::exif_original},
    {Directory::image, 0x9004, &albumen_metadata::exif_digitized},
    {Directory::panasonic, 0x010f, &albumen_metadata::make},
    {Directory::panasonic, 0x0110, &albumen_metadata::model},
};

inline constexpr ExifTag<NumberField> exifNumbers[] = {
    {Directory::image, 0x0112, &albumen_metadata::orientation},
    {Directory::image, 0x4746, &albumen_metadata::exif_rating},
    {Directory::photo, 0xa001, &albumen_metadata::exif_colour_space},
    {Directory::photo, 0xa401, &albumen_metadata::custom_rendered},
    {Directory::gps, 0x0005, &albumen_metadata::gps_altitude_reference},
};

inline const std::unordered_map<std::string, TextField> &xmpTexts() {
    static const std::unordered_map<std::string, TextField> table = {
        {"Xmp.dc.title", &albumen_metadata::xmp_title},
        {"Xmp.dc.description", &albumen_metadata::xmp_description},
        {"Xmp.xmp.Rating", &albumen_metadata::xmp_rating},
        {"Xmp.exif.DateTimeOriginal", &albumen_metadata::xmp_original},
        {"Xmp.photoshop.DateCreated", &albumen_metadata::xmp_date_created},
        {"Xmp.xmp.CreateDate", &albumen_metadata::xmp_create_date},
        {"Xmp.tiff.Make", &albumen_metadata::xmp_make},
        {"Xmp.tiff.Model", &albumen_metadata::xmp_model},
        {"Xmp.aux.Lens", &albumen_metadata::xmp_lens},
        {"Xmp.exifEX.LensModel", &albumen_metadata::xmp_lens_model},
        {"Xmp.exif.UserComment", &albumen_metadata::xmp_user_comment},
        {"Xmp.exif.GPSLatitude", &albumen_metadata::xmp_gps_latitude},
        {"Xmp.exif.GPSLongitude", &albumen_metadata::xmp_gps_longitude},
        {"Xmp.exif.GPSAltitude", &albumen_metadata::xmp_gps_altitude},
        {"Xmp.exif.GPSAltitudeRef", &albumen_metadata::xmp_gps_altitude_reference},
        {"Xmp.exif.GPSTimeStamp", &albumen_metadata::xmp_gps_time},
        {"Xmp.exif.GPSDateTime", &albumen_metadata::xmp_gps_time},
        {"Xmp.xmpMM.PreservedFileName", &albumen_metadata::xmp_preserved_file_name},
        {"Xmp.GettyImagesGIFT.OriginalFilename", &albumen_metadata::xmp_original_file_name},
        {"Xmp.GettyImagesGIFT.OriginalFileName", &albumen_metadata::xmp_original_file_name},
        {"Xmp.GPano.ProjectionType", &albumen_metadata::xmp_panorama_projection},
        {"Xmp.GPano.UsePanoramaViewer", &albumen_metadata::xmp_panorama_viewer},
        {"Xmp.GCamera.BurstID", &albumen_metadata::xmp_burst_identifier},
        {"Xmp.exif.ExposureTime", &albumen_metadata::xmp_exposure_time},
        {"Xmp.exif.FNumber", &albumen_metadata::xmp_f_number},
        {"Xmp.exif.FocalLength", &albumen_metadata::xmp_focal_length},
        {"Xmp.exif.FocalLengthIn35mmFilm", &albumen_metadata::xmp_focal_length_in_35mm_film},
        {"Xmp.exif.ShutterSpeedValue", &albumen_metadata::xmp_shutter_speed_value},
        {"Xmp.exif.ApertureValue", &albumen_metadata::xmp_aperture_value},
        {"Xmp.exif.ISOSpeedRatings", &albumen_metadata::xmp_sensitivity},
        {"Xmp.exifEX.PhotographicSensitivity", &albumen_metadata::xmp_sensitivity},
    };
    return table;
}

} // namespace albumen
