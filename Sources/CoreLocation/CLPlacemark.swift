public import Foundation

/// The name and address of a place.
///
/// ``CLGeocoder`` returns placemarks with names of settlements, regions and countries. They have no streets, postal codes,
/// counties, waters or sights. Tests of client code can subclass this class.
// Unchecked because the class is open. All stored properties are constant.
open class CLPlacemark: NSObject, NSCopying, @unchecked Sendable {
    private let original: CLPlacemark?
    private let values: PlacemarkValues?

    /// Creates a placemark without values, for subclasses.
    public override init() {
        original = nil
        values = nil
    }

    /// Creates a copy of a placemark.
    public init(placemark: CLPlacemark) {
        original = placemark
        values = nil
    }

    init(values: PlacemarkValues) {
        original = nil
        self.values = values
    }

    /// The coordinates of the place.
    open var location: CLLocation? { values?.location ?? original?.location }

    /// The circle of the settlement, with a radius estimated by its population.
    open var region: CLRegion? { values?.region ?? original?.region }

    /// The name of the place. It's the name of the smallest known part, such as ``subLocality``.
    open var name: String? { values?.name ?? original?.name }

    /// The street.
    open var thoroughfare: String? { original?.thoroughfare }

    /// The house number.
    open var subThoroughfare: String? { original?.subThoroughfare }

    /// The city.
    open var locality: String? { values?.locality ?? original?.locality }

    /// The quarter of a large city.
    open var subLocality: String? { values?.subLocality ?? original?.subLocality }

    /// The state or province.
    open var administrativeArea: String? { values?.administrativeArea ?? original?.administrativeArea }

    /// The county.
    open var subAdministrativeArea: String? { original?.subAdministrativeArea }

    open var postalCode: String? { original?.postalCode }

    /// The two-letter code of the country, such as `NZ`.
    open var isoCountryCode: String? { values?.isoCountryCode ?? original?.isoCountryCode }

    open var country: String? { values?.country ?? original?.country }

    /// The lake or river.
    open var inlandWater: String? { original?.inlandWater }

    open var ocean: String? { original?.ocean }

    /// The names of nearby sights.
    open var areasOfInterest: [String]? { original?.areasOfInterest }

    open var timeZone: TimeZone? { values?.timeZone ?? original?.timeZone }

    /// Returns the placemark itself, because it's immutable.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }
}
