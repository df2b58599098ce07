public import Foundation

/// The name and address of a place.
///
/// ``CLGeocoder`` returns no placemarks yet. Tests of client code can subclass this class.
// Unchecked because the class is open. All stored properties are constant.
open class CLPlacemark: NSObject, NSCopying, @unchecked Sendable {
    private let original: CLPlacemark?

    /// Creates a placemark without values, for subclasses.
    public override init() {
        original = nil
    }

    /// Creates a copy of a placemark.
    public init(placemark: CLPlacemark) {
        original = placemark
    }

    /// The coordinates of the place.
    open var location: CLLocation? { original?.location }

    /// The name of the place.
    open var name: String? { original?.name }

    /// The street.
    open var thoroughfare: String? { original?.thoroughfare }

    /// The house number.
    open var subThoroughfare: String? { original?.subThoroughfare }

    /// The city.
    open var locality: String? { original?.locality }

    /// The neighbourhood.
    open var subLocality: String? { original?.subLocality }

    /// The state or province.
    open var administrativeArea: String? { original?.administrativeArea }

    /// The county.
    open var subAdministrativeArea: String? { original?.subAdministrativeArea }

    open var postalCode: String? { original?.postalCode }

    /// The two-letter code of the country, such as `NZ`.
    open var isoCountryCode: String? { original?.isoCountryCode }

    open var country: String? { original?.country }

    /// The lake or river.
    open var inlandWater: String? { original?.inlandWater }

    open var ocean: String? { original?.ocean }

    /// The names of nearby sights.
    open var areasOfInterest: [String]? { original?.areasOfInterest }

    open var timeZone: TimeZone? { original?.timeZone }

    /// Returns the placemark itself, because it's immutable.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }
}
