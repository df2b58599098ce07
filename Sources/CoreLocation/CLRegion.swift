public import Foundation

/// An area of the Earth. Only ``CLCircularRegion`` has a shape.
///
/// This implementation doesn't monitor regions.
// Unchecked because the class is open. All stored properties are constant.
open class CLRegion: NSObject, NSCopying, @unchecked Sendable {
    /// The identifier of the area.
    public let identifier: String

    init(identifier: String) {
        self.identifier = identifier
    }

    /// Returns the region itself, because it's immutable.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }
}

/// A circle on the Earth.
open class CLCircularRegion: CLRegion, @unchecked Sendable {
    public let center: CLLocationCoordinate2D

    /// The radius in metres.
    public let radius: CLLocationDistance

    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
        self.center = center
        self.radius = radius
        super.init(identifier: identifier)
    }

    /// Returns whether a coordinate is in the circle. Returns `false` if it's invalid.
    open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
        guard CLLocationCoordinate2DIsValid(center), CLLocationCoordinate2DIsValid(coordinate) else { return false }
        return Geodesic(from: center, to: coordinate).length <= radius
    }
}
