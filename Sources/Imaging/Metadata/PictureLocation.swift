import CExiv2
import MediaRequests

/// The location where a picture was taken, from EXIF or else from XMP.
enum PictureLocation {
    static func location(_ values: albumen_metadata) -> MediaProbe.Location? {
        let exif = coordinate(
            signed(values.gps_latitude, values.gps_latitude_reference, negative: "S"),
            signed(values.gps_longitude, values.gps_longitude_reference, negative: "W"))
        let xmp = exif == nil ? coordinate(degrees(values.xmp_gps_latitude), degrees(values.xmp_gps_longitude)) : nil
        guard let (latitude, longitude) = exif ?? xmp else { return nil }
        return MediaProbe.Location(
            latitude: latitude, longitude: longitude, altitude: altitude(values),
            horizontalAccuracy: within(values.gps_horizontal_error, 0...1_000_000))
    }

    /// Returns `nil` for an invalid coordinate. Also returns `nil` for latitude and longitude 0, which receivers
    /// write if they have no location.
    private static func coordinate(_ latitude: Double?, _ longitude: Double?) -> (Double, Double)? {
        guard let latitude, let longitude, (-90...90).contains(latitude), (-180...180).contains(longitude),
            latitude != 0 || longitude != 0
        else { return nil }
        return (latitude, longitude)
    }

    private static func signed(_ degrees: Double, _ reference: albumen_text, negative: Character) -> Double? {
        guard degrees.isFinite else { return nil }
        return reference.text?.uppercased().first == negative ? -degrees : degrees
    }

    /// Converts XMP's format, such as `37,22.002N` or `37,22,0N`.
    private static func degrees(_ text: albumen_text) -> Double? {
        guard let text = text.text, let letter = text.last, "NSEW".contains(letter) else { return nil }
        let parts = text.dropLast().split(separator: ",").map { Double($0) }
        guard (1...3).contains(parts.count) else { return nil }
        var degrees = 0.0
        for (part, unit) in zip(parts, [1.0, 60, 3600]) {
            guard let part, part.isFinite else { return nil }
            degrees += part / unit
        }
        return "SW".contains(letter) ? -degrees : degrees
    }

    private static func altitude(_ values: albumen_metadata) -> Double? {
        if let altitude = within(values.gps_altitude, -1_000_000...1_000_000) {
            return values.gps_altitude_reference == 1 ? -altitude : altitude
        }
        guard let parts = values.xmp_gps_altitude.text?.split(separator: "/").map({ Double($0) }),
            let numerator = parts.first ?? nil, let denominator = parts.count > 1 ? parts[1] : 1,
            let altitude = within(numerator / denominator, -1_000_000...1_000_000)
        else { return nil }
        return values.xmp_gps_altitude_reference.text == "1" ? -altitude : altitude
    }

    private static func within(_ value: Double, _ range: ClosedRange<Double>) -> Double? {
        range.contains(value) ? value : nil
    }
}
