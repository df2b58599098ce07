/// A location on the Earth, its accuracy, and the time when it was measured.
///
/// A negative accuracy, ``course`` or ``speed`` means that the value is unknown.
///
/// As on Apple's systems, two locations are equal only if they are the same object. Compare ``coordinate`` values or
/// use ``distance(from:)``.
///
/// The class is `@unchecked Sendable` because it's `open` and inherits from `NSObject`. All stored properties are
/// constant. Subclasses must keep their own properties safe.
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    public let coordinate: CLLocationCoordinate2D

    /// The altitude in metres above mean sea level. Valid only if ``verticalAccuracy`` is positive.
    public let altitude: CLLocationDistance

    /// The radius of uncertainty around ``coordinate``, in metres.
    public let horizontalAccuracy: CLLocationAccuracy

    /// The uncertainty of ``altitude``, in metres.
    public let verticalAccuracy: CLLocationAccuracy

    /// The direction of travel, in degrees clockwise from true north.
    public let course: CLLocationDirection

    public let courseAccuracy: CLLocationDirectionAccuracy

    /// The speed of travel, in metres per second.
    public let speed: CLLocationSpeed

    public let speedAccuracy: CLLocationSpeedAccuracy

    /// The time when the location was measured.
    public let timestamp: Date

    /// Creates a location with a coordinate and the current time. All other values are unknown.
    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
            horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date())
    }

    public convenience init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
        verticalAccuracy: CLLocationAccuracy, timestamp: Date
    ) {
        self.init(
            coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
            verticalAccuracy: verticalAccuracy, course: -1, speed: -1, timestamp: timestamp)
    }

    public convenience init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
        verticalAccuracy: CLLocationAccuracy, course: CLLocationDirection, speed: CLLocationSpeed, timestamp: Date
    ) {
        self.init(
            coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
            verticalAccuracy: verticalAccuracy, course: course, courseAccuracy: -1, speed: speed, speedAccuracy: -1,
            timestamp: timestamp)
    }

    public init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
        verticalAccuracy: CLLocationAccuracy, course: CLLocationDirection,
        courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed,
        speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date
    ) {
        self.coordinate = coordinate
        self.altitude = altitude
        self.horizontalAccuracy = horizontalAccuracy
        self.verticalAccuracy = verticalAccuracy
        self.course = course
        self.courseAccuracy = courseAccuracy
        self.speed = speed
        self.speedAccuracy = speedAccuracy
        self.timestamp = timestamp
        super.init()
    }

    /// Returns `nil`, and sets the coder's error, if the archive lacks a value.
    public required init?(coder: NSCoder) {
        guard CLLocationKey.allCases.allSatisfy({ coder.containsValue(forKey: $0.rawValue) }) else {
            coder.failWithError(CocoaError(.coderValueNotFound))
            return nil
        }
        func value(_ key: CLLocationKey) -> Double {
            coder.decodeDouble(forKey: key.rawValue)
        }
        coordinate = CLLocationCoordinate2D(latitude: value(.latitude), longitude: value(.longitude))
        altitude = value(.altitude)
        horizontalAccuracy = value(.horizontalAccuracy)
        verticalAccuracy = value(.verticalAccuracy)
        course = value(.course)
        courseAccuracy = value(.courseAccuracy)
        speed = value(.speed)
        speedAccuracy = value(.speedAccuracy)
        timestamp = Date(timeIntervalSinceReferenceDate: value(.timestamp))
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    /// Encodes the location under keys of this module. Archives aren't compatible with Apple's.
    open func encode(with coder: NSCoder) {
        func write(_ value: Double, _ key: CLLocationKey) {
            coder.encode(value, forKey: key.rawValue)
        }
        write(coordinate.latitude, .latitude)
        write(coordinate.longitude, .longitude)
        write(altitude, .altitude)
        write(horizontalAccuracy, .horizontalAccuracy)
        write(verticalAccuracy, .verticalAccuracy)
        write(course, .course)
        write(courseAccuracy, .courseAccuracy)
        write(speed, .speed)
        write(speedAccuracy, .speedAccuracy)
        write(timestamp.timeIntervalSinceReferenceDate, .timestamp)
    }

    /// Returns the location itself, because it's immutable.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    /// Returns the length of the shortest path over the Earth to another location, ignoring altitude.
    ///
    /// The method computes the distance on the WGS 84 ellipsoid, with an error of less than a millimetre. For two
    /// points that are almost opposite each other, it uses a sphere of the Earth's mean radius, with an error of
    /// about 0.5 %.
    ///
    /// - Returns: The distance in metres, or -1 if either coordinate is invalid.
    open func distance(from location: CLLocation) -> CLLocationDistance {
        guard CLLocationCoordinate2DIsValid(coordinate), CLLocationCoordinate2DIsValid(location.coordinate) else {
            return -1
        }
        return Geodesic(from: coordinate, to: location.coordinate).length
    }

    open override var description: String {
        let point = String(format: "<%+.8f,%+.8f>", coordinate.latitude, coordinate.longitude)
        let quality = String(
            format: "+/- %.2fm (speed %.2f mps / course %.2f)", horizontalAccuracy, speed, course)
        return "\(point) \(quality) @ \(timestamp)"
    }
}

private enum CLLocationKey: String, CaseIterable {
    case latitude, longitude, altitude, horizontalAccuracy, verticalAccuracy
    case course, courseAccuracy, speed, speedAccuracy, timestamp
}
