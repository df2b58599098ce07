import CExiv2
import Foundation
import MediaRequests

/// How a picture was exposed, from the best source of each value: EXIF's value, EXIF's APEX value, the camera's raw
/// data, the maker note, and XMP.
struct PictureExposure {
    let values: albumen_metadata
    /// The values that LibRaw found in a camera's raw file.
    let raw: MediaProbe.Exposure
    /// Whether exiv2 rounds exposure times, as it does for CRW.
    let roundsTimes: Bool

    var exposure: MediaProbe.Exposure {
        let exif = MediaProbe.Exposure(
            time: roundsTimes ? nil : values.exposure_time, aperture: values.f_number, iso: sensitivity,
            focalLength: values.focal_length, focalLengthIn35mmFilm: Int(exactly: values.focal_length_in_35mm_film))
        return [exif, apex(values.shutter_speed_value, values.aperture_value), raw, makerNote, xmp, xmpApex]
            .reduce(MediaProbe.Exposure()) { $0.filled(from: $1.plausible) }
    }

    /// EXIF's ISO speed. The tag has 16 bits: 65535 means that another tag contains the value, if any does.
    private var sensitivity: Int? {
        let legacy = values.photographic_sensitivity
        if legacy > 0, legacy < 0xFFFF { return Int(exactly: legacy) }
        return [values.recommended_exposure_index, values.standard_output_sensitivity, values.iso_speed]
            .lazy.filter { $0 > 0 }.compactMap { Int(exactly: $0) }.first
    }

    private var makerNote: MediaProbe.Exposure {
        MediaProbe.Exposure(iso: Int(exactly: values.maker_sensitivity))
    }

    private var xmp: MediaProbe.Exposure {
        MediaProbe.Exposure(
            time: values.xmp_exposure_time.fraction, aperture: values.xmp_f_number.fraction,
            iso: values.xmp_sensitivity.fraction.flatMap { $0 == 0xFFFF ? nil : Int(exactly: $0.rounded()) },
            focalLength: values.xmp_focal_length.fraction,
            focalLengthIn35mmFilm: values.xmp_focal_length_in_35mm_film.fraction.flatMap { Int(exactly: $0.rounded()) })
    }

    private var xmpApex: MediaProbe.Exposure {
        apex(values.xmp_shutter_speed_value.fraction ?? .nan, values.xmp_aperture_value.fraction ?? .nan)
    }

    /// Converts APEX values. Cameras also write 0 for unknown values.
    private func apex(_ shutterSpeed: Double, _ aperture: Double) -> MediaProbe.Exposure {
        MediaProbe.Exposure(
            time: shutterSpeed.isFinite && shutterSpeed != 0 ? exp2(-shutterSpeed) : nil,
            aperture: aperture > 0 ? exp2(aperture / 2) : nil)
    }
}
