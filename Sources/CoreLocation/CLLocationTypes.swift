/// An angle of latitude or longitude, in degrees.
public typealias CLLocationDegrees = Double

/// A distance in metres.
public typealias CLLocationDistance = Double

/// A speed in metres a second.
public typealias CLLocationSpeed = Double

/// How far a speed may be off, in metres a second.
public typealias CLLocationSpeedAccuracy = Double

/// A direction in degrees clockwise from true north.
public typealias CLLocationDirection = Double

/// How far a direction may be off, in degrees.
public typealias CLLocationDirectionAccuracy = Double

/// How far a location may be off, in metres; negative if the location is not valid.
public typealias CLLocationAccuracy = Double
