/// A latitude and longitude on the WGS 84 ellipsoid.
///
/// As on Apple's systems, the type isn't `Equatable`. Compare degrees with a tolerance, or use
/// ``CLLocation/distance(from:)``.
public struct CLLocationCoordinate2D: Sendable {
    /// The latitude in degrees. Positive values are north of the equator.
    public var latitude: CLLocationDegrees

    /// The longitude in degrees. Positive values are east of the prime meridian.
    public var longitude: CLLocationDegrees

    /// Creates a coordinate with latitude and longitude 0.
    public init() {
        self.init(latitude: 0, longitude: 0)
    }

    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// An invalid coordinate.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns a coordinate with the given degrees, without checking them.
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns whether the latitude is in -90...90 and the longitude in -180...180.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
    (-90...90).contains(coord.latitude) && (-180...180).contains(coord.longitude)
}
