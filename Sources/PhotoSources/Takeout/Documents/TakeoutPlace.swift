package import Records

/// A place in a document.
package struct TakeoutPlace: Sendable, Equatable, Decodable {
    package let latitude: Double
    package let longitude: Double
    package let altitude: Double

    private enum Key: String, CodingKey {
        case latitude, longitude, altitude
    }

    package init(latitude: Double, longitude: Double, altitude: Double = 0) {
        (self.latitude, self.longitude, self.altitude) = (latitude, longitude, altitude)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        latitude = container.value(Double.self, .latitude) ?? 0
        longitude = container.value(Double.self, .longitude) ?? 0
        altitude = container.value(Double.self, .altitude) ?? 0
    }

    /// Zero degrees mean that there is no place.
    package var isNone: Bool { latitude == 0 && longitude == 0 }

    /// The place, or `nil` if there is none or the degrees are impossible. An altitude of 0 is unknown.
    package var place: SourceFacts.Place? {
        guard !isNone, (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        let isPossible = altitude != 0 && (-20_000...100_000).contains(altitude)
        return SourceFacts.Place(latitude: latitude, longitude: longitude, altitude: isPossible ? altitude : nil)
    }
}
