import CoreLocation
import Dispatch
import Foundation
import Testing

/// Geocoding with the gazetteer.
@Suite struct CLGeocoderTests {
    private static let berlin = CLLocation(latitude: 52.52, longitude: 13.405)

    private static let ocean = CLLocation(latitude: 0, longitude: -30)

    private struct Answer: Sendable {
        var places: Int?
        var locality: String?
        var code: CLError.Code?
        var isGeocoding: Bool
    }

    private func answer(
        from geocoder: CLGeocoder,
        _ request: (@escaping CLGeocodeCompletionHandler) -> Void
    ) async -> Answer {
        await withCheckedContinuation { continuation in
            request { places, error in
                dispatchPrecondition(condition: .onQueue(.main))
                continuation.resume(
                    returning: Answer(
                        places: places?.count, locality: places?.first?.locality, code: (error as? CLError)?.code,
                        isGeocoding: geocoder.isGeocoding))
            }
        }
    }

    @Test func `each request returns placemarks on the main queue`() async {
        let geocoder = CLGeocoder()
        let german = Locale(identifier: "de")
        let circle = CLCircularRegion(center: Self.berlin.coordinate, radius: 100_000, identifier: "")
        let requests: [(String, (@escaping CLGeocodeCompletionHandler) -> Void)] = [
            ("Berlin", { geocoder.reverseGeocodeLocation(Self.berlin, completionHandler: $0) }),
            (
                "Berlin",
                { geocoder.reverseGeocodeLocation(Self.berlin, preferredLocale: german, completionHandler: $0) }
            ),
            ("Berlin", { geocoder.geocodeAddressString("Berlin", completionHandler: $0) }),
            ("Berlin", { geocoder.geocodeAddressString("Berlin", in: circle, completionHandler: $0) }),
            (
                "Lissabon",
                {
                    geocoder.geocodeAddressString(
                        "Lisbon, Portugal", in: nil, preferredLocale: german, completionHandler: $0)
                }
            ),
        ]
        for (locality, request) in requests {
            let answer = await answer(from: geocoder, request)
            #expect(answer.places ?? 0 > 0)
            #expect(answer.locality == locality)
            #expect(answer.code == nil)
            #expect(!answer.isGeocoding)
        }
    }

    @Test func `requests without a place fail on the main queue with geocodeFoundNoResult`() async {
        let geocoder = CLGeocoder()
        let requests: [(@escaping CLGeocodeCompletionHandler) -> Void] = [
            { geocoder.reverseGeocodeLocation(Self.ocean, completionHandler: $0) },
            {
                geocoder.reverseGeocodeLocation(
                    CLLocation(latitude: .nan, longitude: 500), preferredLocale: nil, completionHandler: $0)
            },
            { geocoder.geocodeAddressString("no such place", completionHandler: $0) },
            // Villages have these names, and the gazetteer doesn't know where a country is.
            { geocoder.geocodeAddressString("Italy", completionHandler: $0) },
            { geocoder.geocodeAddressString("UK", completionHandler: $0) },
            { geocoder.geocodeAddressString("", completionHandler: $0) },
        ]
        for request in requests {
            let answer = await answer(from: geocoder, request)
            #expect(answer.places == nil)
            #expect(answer.code == .geocodeFoundNoResult)
            #expect(!answer.isGeocoding)
        }
    }

    @Test func `a placemark has the names, the time zone and the circle of its place`() async throws {
        let location = CLLocation(latitude: 52.4997, longitude: 13.4034)
        let placemark = try #require(
            try await CLGeocoder().reverseGeocodeLocation(location, preferredLocale: Locale(identifier: "ja_JP")).first)
        #expect(placemark.locality == "ベルリン")
        #expect(placemark.subLocality == "Kreuzberg")
        #expect(placemark.name == "Kreuzberg")
        #expect(placemark.administrativeArea == "ベルリン")
        #expect(placemark.country == "ドイツ")
        #expect(placemark.isoCountryCode == "DE")
        #expect(placemark.timeZone?.identifier == "Europe/Berlin")
        #expect(placemark.location === location)
        #expect((placemark.region as? CLCircularRegion)?.contains(location.coordinate) == true)
        #expect(placemark.thoroughfare == nil && placemark.postalCode == nil)
        #expect(CLPlacemark(placemark: placemark).country == "ドイツ")
    }

    @Test func `a region moves its placemarks to the front`() async throws {
        let illinois = CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: 39.8, longitude: -89.65), radius: 50_000, identifier: "")
        let found = try await CLGeocoder().geocodeAddressString("Springfield", in: illinois)
        #expect(found.first?.administrativeArea == "Illinois")
        #expect(found.count > 1)
        #expect(!illinois.contains(CLLocationCoordinate2D(latitude: .nan, longitude: 0)))
    }

    @Test @MainActor func `a request is in progress until its handler runs`() async {
        let geocoder = CLGeocoder()
        #expect(!geocoder.isGeocoding)
        var isCalled = false
        await withCheckedContinuation { continuation in
            geocoder.reverseGeocodeLocation(Self.berlin) { _, _ in
                isCalled = true
                continuation.resume()
            }
            #expect(geocoder.isGeocoding)
            #expect(!isCalled)
        }
        #expect(!geocoder.isGeocoding)
    }

    @Test @MainActor func `cancelled requests fail with geocodeCanceled, later ones don't`() async {
        let geocoder = CLGeocoder()
        var codes: [CLError.Code?] = []
        await withCheckedContinuation { continuation in
            geocoder.reverseGeocodeLocation(Self.berlin) { _, error in codes.append((error as? CLError)?.code) }
            geocoder.cancelGeocode()
            #expect(!geocoder.isGeocoding)
            geocoder.geocodeAddressString("Berlin") { _, error in
                codes.append((error as? CLError)?.code)
                continuation.resume()
            }
        }
        #expect(codes == [.geocodeCanceled, nil])
    }

    @Test @MainActor func `a later request of a geocoder cancels the earlier one`() async {
        let geocoder = CLGeocoder()
        var answers: [String] = []
        await withCheckedContinuation { continuation in
            geocoder.reverseGeocodeLocation(Self.berlin) { _, error in
                answers.append((error as? CLError)?.code == .geocodeCanceled ? "cancelled" : "other")
            }
            geocoder.geocodeAddressString("Lisbon, Portugal", in: nil, preferredLocale: Locale(identifier: "fr")) {
                places, _ in
                answers.append(places?.first?.locality ?? "")
                continuation.resume()
            }
        }
        #expect(answers == ["cancelled", "Lisbonne"])
    }

    @Test func `the asynchronous methods return placemarks or throw`() async throws {
        let geocoder = CLGeocoder()
        #expect(try await geocoder.reverseGeocodeLocation(Self.berlin).first?.isoCountryCode == "DE")
        #expect(try await geocoder.geocodeAddressString("Lisbon, Portugal").first?.isoCountryCode == "PT")
        await #expect(throws: CLError.self) {
            try await geocoder.reverseGeocodeLocation(Self.ocean, preferredLocale: nil)
        }
        do {
            _ = try await geocoder.geocodeAddressString("no such place")
            Issue.record("The place is unknown.")
        } catch CLError.geocodeFoundNoResult {
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func `errors convert to NSError and back`() {
        let error: any Error = CLError(.geocodeFoundNoResult)
        #expect((error as NSError).domain == kCLErrorDomain)
        #expect((error as NSError).code == 8)
        #expect((NSError(domain: kCLErrorDomain, code: 10) as? CLError)?.code == .geocodeCanceled)
        #expect((NSError(domain: NSCocoaErrorDomain, code: 10) as any Error) as? CLError == nil)
        #expect(CLError(.network) == CLError(.network) && CLError(.network) != CLError(.denied))
        #expect(CLError.network.rawValue == 2)
    }

    @Test func `a client's subclass of placemark and its copy have the overridden values`() {
        class Placemark: CLPlacemark, @unchecked Sendable {
            override var locality: String? { "Berlin" }
            override var isoCountryCode: String? { "DE" }
        }
        class Geocoder: CLGeocoder, @unchecked Sendable {
            override func reverseGeocodeLocation(
                _ location: CLLocation, completionHandler: @escaping CLGeocodeCompletionHandler
            ) { completionHandler([Placemark()], nil) }
        }
        #expect(CLPlacemark().locality == nil)
        #expect(CLPlacemark(placemark: Placemark()).isoCountryCode == "DE")
        #expect((Placemark().copy() as? CLPlacemark)?.locality == "Berlin")
        var found: String?
        (Geocoder() as CLGeocoder).reverseGeocodeLocation(Self.berlin) { places, _ in found = places?.first?.locality }
        #expect(found == "Berlin")
    }
}
