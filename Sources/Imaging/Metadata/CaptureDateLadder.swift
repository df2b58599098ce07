import CExiv2
import MediaRequests

/// Chooses the best of a picture's dates: the original date, the digitized date, the dates of programs, the
/// modification date, and the GPS date. Skips dates that the calendar doesn't have.
struct CaptureDateLadder {
    private let values: albumen_metadata
    private let creationTexts: [String]
    private let modified: ClockReading?
    private let satellite: ClockReading?

    init(_ values: albumen_metadata, creationTexts: [String]) {
        self.values = values
        self.creationTexts = creationTexts
        modified = Self.exif(values.exif_modified, values.exif_modified_fraction)
        satellite = Self.satelliteReading(values)
    }

    var captureDate: MediaProbe.CaptureDate? {
        exifOriginal ?? exifDigitized ?? xmp ?? iptc ?? pngText ?? exifModified ?? gps
    }

    private var exifOriginal: MediaProbe.CaptureDate? {
        guard let reading = Self.exif(values.exif_original, values.exif_original_fraction) else { return nil }
        let offset = reading.offset ?? Self.offset(values.exif_original_offset) ?? exifOffset(ofSameReadingAs: reading)
        return date(reading, offset: offset ?? inferredOffset(of: reading), .exifOriginal)
    }

    private var exifDigitized: MediaProbe.CaptureDate? {
        guard let reading = Self.exif(values.exif_digitized, values.exif_digitized_fraction) else { return nil }
        let offset = reading.offset ?? exifOffset(ofSameReadingAs: reading)
        return date(reading, offset: offset ?? inferredOffset(of: reading), .exifDigitized)
    }

    private var exifModified: MediaProbe.CaptureDate? {
        modified.flatMap { reading in
            let offset = reading.offset ?? Self.offset(values.exif_modified_offset)
            return date(reading, offset: offset ?? inferredOffset(of: reading), .exifModified)
        }
    }

    /// XMP's date. A date with a time has precedence over one without.
    private var xmp: MediaProbe.CaptureDate? {
        let readings = xmpReadings
        guard let reading = readings.first(where: { $0.hasTime }) ?? readings.first else { return nil }
        return date(reading, offset: reading.offset ?? inferredOffset(of: reading), .xmp)
    }

    private var iptc: MediaProbe.CaptureDate? {
        guard let reading = iptcReading else { return nil }
        return date(reading, offset: reading.offset ?? inferredOffset(of: reading), .iptc)
    }

    private var pngText: MediaProbe.CaptureDate? {
        guard let reading = creationTexts.lazy.compactMap(WrittenDate.reading).first else { return nil }
        return date(reading, offset: reading.offset, .pngText)
    }

    private var gps: MediaProbe.CaptureDate? {
        satellite.flatMap { date($0, offset: 0, .gps) }
    }

    private func date(
        _ reading: ClockReading, offset: Int?, _ source: MediaProbe.CaptureDate.Source
    ) -> MediaProbe.CaptureDate {
        MediaProbe.CaptureDate(
            secondsSinceReferenceDate: Double(reading.seconds - (offset ?? 0)) + reading.fraction,
            utcOffsetInSeconds: offset, source: source)
    }
}

// The sources of a date's offset.
extension CaptureDateLadder {
    /// Returns the offset of another EXIF date with the same local time.
    private func exifOffset(ofSameReadingAs reading: ClockReading) -> Int? {
        let digitized = Self.exif(values.exif_digitized, values.exif_digitized_fraction)
        if modified?.seconds == reading.seconds, let offset = Self.offset(values.exif_modified_offset) {
            return offset
        }
        return digitized?.seconds == reading.seconds ? Self.offset(values.exif_digitized_offset) : nil
    }

    /// Returns the offset according to the GPS time, or else that of an XMP or IPTC date with the same local time.
    private func inferredOffset(of reading: ClockReading) -> Int? {
        guard reading.hasTime else { return nil }
        if let offset = satelliteOffset(of: reading) { return offset }
        let others = xmpReadings + [iptcReading].compactMap { $0 }
        return others.first { $0.seconds == reading.seconds && $0.offset != nil }?.offset
    }

    /// Returns the difference from the GPS time if a time zone with this offset exists. A receiver's last fix can be
    /// a minute old. An older fix results in an offset that no time zone has.
    private func satelliteOffset(of reading: ClockReading) -> Int? {
        guard let satellite else { return nil }
        let difference = reading.seconds - satellite.seconds
        let quarters = Int((Double(difference) / 900).rounded())
        let isZone =
            switch quarters % 4 {
            case 0: true
            case 2, -2: [-38, -18, -14, -10, 14, 18, 22, 26, 34, 38, 42, 46].contains(quarters)
            default: [23, 35, 51, 55].contains(quarters)
            }
        guard isZone, (-48...56).contains(quarters), abs(difference - quarters * 900) <= 90 else { return nil }
        return quarters * 900
    }

    private var xmpReadings: [ClockReading] {
        [values.xmp_original, values.xmp_date_created, values.xmp_create_date]
            .compactMap { $0.text.flatMap { ClockReading($0, allowsPartialDate: true) } }
    }

    /// IPTC's date. exiv2 reports an offset of 0 if IPTC has none, so 0 counts as unknown.
    private var iptcReading: ClockReading? {
        guard let date = values.iptc_date.text else { return nil }
        let time = values.iptc_time.text
        guard var reading = time.flatMap({ ClockReading("\(date) \($0)") }) ?? ClockReading(date) else { return nil }
        if reading.offset == 0 { reading.offset = nil }
        return reading
    }

    private static func exif(_ date: albumen_text, _ fraction: albumen_text) -> ClockReading? {
        guard let text = date.text, var reading = ClockReading(text) else { return nil }
        if let fraction = fraction.text { reading.fraction = ClockReading.fraction(fraction) }
        return reading
    }

    private static func offset(_ text: albumen_text) -> Int? {
        text.text.flatMap(ClockReading.offset)
    }

    private static func satelliteReading(_ values: albumen_metadata) -> ClockReading? {
        if let text = values.gps_date.text, (0..<86_401).contains(values.gps_time), var reading = ClockReading(text) {
            reading.seconds += Int(values.gps_time)
            reading.fraction = values.gps_time - values.gps_time.rounded(.down)
            return reading
        }
        guard var reading = values.xmp_gps_time.text.flatMap({ ClockReading($0) }), reading.hasTime else { return nil }
        reading.seconds -= reading.offset ?? 0
        return reading
    }
}
