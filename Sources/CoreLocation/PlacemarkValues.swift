import Foundation
import Places

/// The values of a placemark that a geocoder returns.
struct PlacemarkValues: Sendable {
    var location: CLLocation?
    var region: CLCircularRegion?
    var name: String?
    var locality: String?
    var subLocality: String?
    var administrativeArea: String?
    var country: String?
    var isoCountryCode: String?
    var timeZone: TimeZone?

    /// The place of a location.
    init(_ place: Place, at location: CLLocation, in language: PlaceLanguage) {
        self.location = location
        describe(
            settlement: place.settlement, district: place.district, region: place.region, country: place.country,
            in: language)
        timeZone = place.timeZoneIdentifier.flatMap(TimeZone.init(identifier:))
    }

    /// A place that a search found. Returns `nil` for regions and countries, whose centre the gazetteer doesn't know.
    init?(_ place: NamedPlace, in language: PlaceLanguage) {
        guard let centre = place.coordinate else { return nil }
        location = CLLocation(latitude: centre.latitude, longitude: centre.longitude)
        describe(settlement: place, district: nil, region: place.region, country: place.country, in: language)
        timeZone = place.timeZoneIdentifier.flatMap(TimeZone.init(identifier:))
    }

    private mutating func describe(
        settlement: NamedPlace?, district: NamedPlace?, region: NamedPlace?, country: NamedPlace,
        in language: PlaceLanguage
    ) {
        locality = settlement?.name(in: language)
        subLocality = district?.name(in: language)
        administrativeArea = region?.name(in: language)
        self.country = country.name(in: language)
        isoCountryCode = country.countryCode
        name = subLocality ?? locality ?? administrativeArea ?? self.country
        if let part = district ?? settlement, let centre = part.coordinate, let radius = part.radius {
            self.region = CLCircularRegion(
                center: CLLocationCoordinate2D(latitude: centre.latitude, longitude: centre.longitude),
                radius: radius, identifier: part.name())
        }
    }
}
