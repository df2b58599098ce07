/// A point on the WGS 84 ellipsoid.
///
/// As on Apple's systems, coordinates are not `Equatable`: compare degrees with a tolerance, or the distance of
/// two ``CLLocation``s.
public struct CLLocationCoordinate2D: Sendable {
    /// In degrees; positive is north of the equator.
    public var latitude: CLLocationDegrees

    /// In degrees; positive is east of the prime meridian.
    public var longitude: CLLocationDegrees

    /// The point of latitude and longitude zero.
    public init() {
        self.init(latitude: 0, longitude: 0)
    }

    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A coordinate that is not on the Earth.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// A coordinate of these degrees, valid or not.
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Whether the latitude is in -90...90 and the longitude in -180...180.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
    (-90...90).contains(coord.latitude) && (-180...180).contains(coord.longitude)
}
