public import Foundation

/// The name and address of a place.
///
/// ``CLGeocoder`` finds no places yet, so that none come from requests. Clients' tests subclass it.
// Unchecked because open: all its own state is constant.
open class CLPlacemark: NSObject, NSCopying, @unchecked Sendable {
    private let original: CLPlacemark?

    /// A placemark without any values, for subclasses.
    public override init() {
        original = nil
    }

    /// A placemark with the values of another.
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

    /// The country's code of two letters, such as `NZ`.
    open var isoCountryCode: String? { original?.isoCountryCode }

    open var country: String? { original?.country }

    /// The lake or river.
    open var inlandWater: String? { original?.inlandWater }

    open var ocean: String? { original?.ocean }

    /// Names of sights.
    open var areasOfInterest: [String]? { original?.areasOfInterest }

    open var timeZone: TimeZone? { original?.timeZone }

    /// Returns the placemark itself, because it can't change.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }
}
