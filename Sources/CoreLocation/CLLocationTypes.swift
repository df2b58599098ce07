/// An angle of latitude or longitude, in degrees.
public typealias CLLocationDegrees = Double

/// A distance, in metres.
public typealias CLLocationDistance = Double

/// A speed, in metres per second.
public typealias CLLocationSpeed = Double

/// The uncertainty of a speed, in metres per second.
public typealias CLLocationSpeedAccuracy = Double

/// A direction, in degrees clockwise from true north.
public typealias CLLocationDirection = Double

/// The uncertainty of a direction, in degrees.
public typealias CLLocationDirectionAccuracy = Double

/// The uncertainty of a location, in metres. A negative value means that the location is invalid.
public typealias CLLocationAccuracy = Double
