import CoreLocation
import Dispatch
import Foundation
import Testing

/// Geocoding without a database of places.
@Suite struct CLGeocoderTests {
    private static let berlin = CLLocation(latitude: 52.52, longitude: 13.405)

    private struct Answer: Sendable {
        var places: Int?
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
                        places: places?.count, code: (error as? CLError)?.code,
                        isGeocoding: geocoder.isGeocoding))
            }
        }
    }

    @Test func `each request fails on the main queue with geocodeFoundNoResult`() async {
        let geocoder = CLGeocoder()
        let requests: [(@escaping CLGeocodeCompletionHandler) -> Void] = [
            { geocoder.reverseGeocodeLocation(Self.berlin, completionHandler: $0) },
            {
                geocoder.reverseGeocodeLocation(
                    Self.berlin, preferredLocale: Locale(identifier: "de"), completionHandler: $0)
            },
            { geocoder.geocodeAddressString("Berlin", completionHandler: $0) },
        ]
        for request in requests {
            let answer = await answer(from: geocoder, request)
            #expect(answer.places == nil)
            #expect(answer.code == .geocodeFoundNoResult)
            #expect(!answer.isGeocoding)
        }
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
        #expect(codes == [.geocodeCanceled, .geocodeFoundNoResult])
    }

    @Test func `the asynchronous methods throw`() async {
        let geocoder = CLGeocoder()
        await #expect(throws: CLError.self) { try await geocoder.reverseGeocodeLocation(Self.berlin) }
        await #expect(throws: CLError.self) {
            try await geocoder.reverseGeocodeLocation(Self.berlin, preferredLocale: nil)
        }
        do {
            _ = try await geocoder.geocodeAddressString("Berlin")
            Issue.record("No place is known.")
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
