import Foundation
import Places

/// A request of a geocoder.
struct GeocodingQuery: Sendable {
    enum Subject: Sendable {
        case location(CLLocation)
        case address(String, region: CLRegion?)
    }

    var subject: Subject
    var locale: Locale?

    /// The serial queue on which queries run, so that they use one thread at most.
    static let queue = DispatchQueue(label: "albumen.geocoding", qos: .userInitiated)

    private static let maximumPlacemarkCount = 10

    /// Returns at least one placemark.
    ///
    /// - Throws: ``CLError/Code/geocodeFoundNoResult``.
    func placemarks() throws(CLError) -> [CLPlacemark] {
        let gazetteer: Gazetteer
        do {
            gazetteer = try Gazetteer.shared()
        } catch {
            throw Self.noResult(error.localizedDescription)
        }
        let found = values(from: gazetteer).map(CLPlacemark.init(values:))
        guard !found.isEmpty else { throw Self.noResult("The gazetteer of Albumen knows no such place.") }
        return found
    }

    private func values(from gazetteer: Gazetteer) -> [PlacemarkValues] {
        let language = PlaceLanguage(localeIdentifier: (locale ?? .current).identifier) ?? .english
        switch subject {
        case .location(let location):
            let coordinate = location.coordinate
            return gazetteer.place(latitude: coordinate.latitude, longitude: coordinate.longitude)
                .map { [PlacemarkValues($0, at: location, in: language)] } ?? []
        case .address(let address, let region):
            // A region moves places to the front, and removes none.
            let found = Self.settlements(among: gazetteer.places(atAddress: address, limit: .max))
                .compactMap { PlacemarkValues($0, in: language) }
            guard let circle = region as? CLCircularRegion else {
                return Array(found.prefix(Self.maximumPlacemarkCount))
            }
            let isInside = found.map { $0.location.map { circle.contains($0.coordinate) } ?? false }
            let inside = zip(found, isInside).filter(\.1).map(\.0)
            let outside = zip(found, isInside).filter { !$0.1 }.map(\.0)
            return Array((inside + outside).prefix(Self.maximumPlacemarkCount))
        }
    }

    /// Returns the settlements of an address. If it names a country or a region first, these are the ones in it with the
    /// same name, such as Luxembourg, and none elsewhere. The gazetteer doesn't know where a country is.
    private static func settlements(among places: [NamedPlace]) -> [NamedPlace] {
        guard let first = places.first, first.kind != .settlement else { return places }
        return places.filter { place in
            place.kind == .settlement && (first.kind == .country ? place.country == first : place.region == first)
        }
    }

    static func noResult(_ reason: String) -> CLError {
        CLError(.geocodeFoundNoResult, userInfo: [NSLocalizedDescriptionKey: reason])
    }
}
