import CoreLocation
import Photos

/// The line under a photo's date.
final class PlaceName {
    private let geocoder = CLGeocoder()
    private(set) var text = ""

    func load(_ asset: PHAsset, _ completion: @escaping (String?) -> Void) {
        guard let location = asset.location else { return completion(nil) }
        if geocoder.isGeocoding { geocoder.cancelGeocode() }
        geocoder.reverseGeocodeLocation(location) { [weak self] placemarks, error in
            guard let placemark = placemarks?.first, error == nil else { return completion(nil) }
            self?.text = [placemark.subLocality, placemark.locality, placemark.administrativeArea, placemark.country]
                .compactMap { $0 }.joined(separator: ", ")
            completion(self?.text)
        }
    }

    func load(_ location: CLLocation) async -> String? {
        do {
            let placemarks: [CLPlacemark] = try await CLGeocoder().reverseGeocodeLocation(
                location, preferredLocale: Locale(identifier: "en"))
            return placemarks.first?.name
        } catch let error as CLError where error.code == .geocodeFoundNoResult || error.code == .network {
            return nil
        } catch {
            return error.localizedDescription
        }
    }

    func find(_ address: String, _ completion: @escaping (CLLocationCoordinate2D?) -> Void) {
        geocoder.geocodeAddressString(address) { (placemarks: [CLPlacemark]?, error: Error?) -> Void in
            switch (error as? CLError)?.code {
            case .geocodeFoundNoResult?, .geocodeFoundPartialResult?, .network?: completion(nil)
            default: completion(placemarks?.first?.location?.coordinate)
            }
        }
    }
}

@MainActor
final class PlaceModel {
    private let geocoder = CLGeocoder()
    private(set) var name = ""

    func load(_ location: CLLocation) {
        geocoder.reverseGeocodeLocation(location) { placemarks, _ in
            self.name = placemarks?.first?.locality ?? ""
        }
    }

    func loadAsynchronously(_ location: CLLocation) async throws {
        name = try await geocoder.reverseGeocodeLocation(location).first?.locality ?? ""
    }
}
