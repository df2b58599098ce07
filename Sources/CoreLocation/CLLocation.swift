/// A place, with how exactly and when it was found.
///
/// A value below zero in an accuracy, ``course`` or ``speed`` says that it, or what it qualifies, is not known.
///
/// As on Apple's systems, two locations are equal only if they are one object; compare ``coordinate``s or use
/// ``distance(from:)``.
///
/// `@unchecked Sendable` because the class is `open` over `NSObject`; every stored property is a constant. A
/// subclass answers for what it adds.
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    public let coordinate: CLLocationCoordinate2D

    /// In metres above mean sea level; of meaning only if ``verticalAccuracy`` is above zero.
    public let altitude: CLLocationDistance

    /// The radius in metres around ``coordinate`` in which the true place lies.
    public let horizontalAccuracy: CLLocationAccuracy

    /// How far ``altitude`` may be off, in metres.
    public let verticalAccuracy: CLLocationAccuracy

    /// The direction of travel.
    public let course: CLLocationDirection

    public let courseAccuracy: CLLocationDirectionAccuracy

    /// The speed of travel.
    public let speed: CLLocationSpeed

    public let speedAccuracy: CLLocationSpeedAccuracy

    /// When the place was found.
    public let timestamp: Date

    /// A place with nothing known but the point; ``timestamp`` is now.
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

    /// `nil`, with the coder told why, if the archive lacks a value.
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

    /// Writes the values under keys of our own: an archive of Apple's cannot be read, nor the reverse.
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

    /// The location itself, because it cannot change.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    /// The shortest way over the Earth to another location, in metres, without regard to altitude; -1 if either
    /// coordinate is not valid.
    ///
    /// Measured on the WGS 84 ellipsoid, exact to less than a millimetre; between points that are almost opposite
    /// on the Earth, on a sphere of its mean radius, exact to about 0.5 %.
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
