import Records

/// The place in a sidecar.
enum SidecarPlace {
    /// Returns `nil` if a coordinate is missing or impossible.
    static func place(in document: XMPDocument) -> SourceFacts.Place? {
        func text(_ name: String) -> String? { document[XMPNamespace.exif, name]?.text?.trimmed }
        guard
            let latitude = degrees(
                text("GPSLatitude"), text("GPSLatitudeRef"), positive: "N", negative: "S", limit: 90),
            let longitude = degrees(
                text("GPSLongitude"), text("GPSLongitudeRef"), positive: "E", negative: "W", limit: 180),
            // Receivers without a place write zeros.
            latitude != 0 || longitude != 0
        else { return nil }
        var place = SourceFacts.Place(latitude: latitude, longitude: longitude)
        if let altitude = text("GPSAltitude").flatMap(SidecarNumber.rational), abs(altitude) <= 1_000_000 {
            place.altitude = text("GPSAltitudeRef") == "1" ? -abs(altitude) : altitude
        }
        if let accuracy = text("GPSHPositioningError").flatMap(SidecarNumber.rational),
            (0...1_000_000).contains(accuracy)
        {
            place.horizontalAccuracy = accuracy
        }
        return place
    }

    /// Parses `48,12.345N`, `48,12,20N`, or decimal degrees such as `-48.2057`. The letter can be in its own property,
    /// and then the sign doesn't count, as Apple's exports have it.
    static func degrees(
        _ text: String?, _ reference: String?, positive: Character, negative: Character, limit: Double
    ) -> Double? {
        guard var text = text?.uppercased(), let last = text.last else { return nil }
        var letter = reference?.uppercased().first
        if last.isLetter {
            letter = last
            text = String(text.dropLast()).trimmed
        }
        guard letter == nil || letter == positive || letter == negative else { return nil }
        let parts = text.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false)
        var degrees = 0.0
        for (index, part) in parts.enumerated() {
            guard index < 3, let number = SidecarNumber.decimal(part) else { return nil }
            // Only decimal degrees have a sign.
            guard parts.count == 1 || (0..<(index == 0 ? 181 : 60.000_001)).contains(number) else { return nil }
            degrees += number / [1, 60, 3600][index]
        }
        // Without a letter, degrees and minutes can be of either half of the earth.
        guard parts.count == 1 || letter != nil, abs(degrees) <= limit else { return nil }
        guard let letter else { return degrees }
        return letter == negative ? -abs(degrees) : abs(degrees)
    }

    private static let names = [
        (XMPNamespace.iptcCore, "Location"), (XMPNamespace.photoshop, "City"), (XMPNamespace.photoshop, "State"),
        (XMPNamespace.photoshop, "Country"), (XMPNamespace.iptcCore, "CountryCode"),
    ]

    /// Returns the names of the place, the smallest place first.
    static func names(in document: XMPDocument) -> [String] {
        names.compactMap { document[$0.0, $0.1]?.text?.cleaned }.filter { !$0.isEmpty }
    }
}
