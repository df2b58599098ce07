import Dispatch
public import Foundation
import Synchronization

/// A handler that receives the placemarks of a ``CLGeocoder`` request, or an error.
public typealias CLGeocodeCompletionHandler = ([CLPlacemark]?, (any Error)?) -> Void

/// Converts between coordinates and the names of places.
///
/// The names come from a file of Albumen's. No request leaves the machine. Names are in English, German, French, Spanish,
/// Japanese or Chinese, by the preferred locale. Other locales have English names.
///
/// A geocoder has one request at a time. A new request cancels the request in progress, whose handler receives
/// ``CLError/Code/geocodeCanceled``.
///
/// You can call its methods from any thread. Handlers run on the main queue, as on Apple's systems, so the program
/// must run the main queue.
// Unchecked because the class is open. A lock guards its state.
open class CLGeocoder: NSObject, @unchecked Sendable {
    private struct State {
        var lastRequest = 0
        var pending: Int?
    }

    private let state = Mutex(State())

    public override init() {}

    /// Whether a request is in progress. The value is `false` when the request's handler runs.
    open var isGeocoding: Bool { state.withLock { $0.pending != nil } }

    /// Requests placemarks for a location.
    ///
    /// - Parameters:
    ///   - location: The location to look up.
    ///   - completionHandler: The handler to call once on the main queue, after this method returns.
    open func reverseGeocodeLocation(
        _ location: CLLocation, completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        answer(GeocodingQuery(subject: .location(location)), completionHandler)
    }

    /// Requests placemarks for a location, with names in a locale's language.
    ///
    /// - Parameters:
    ///   - location: The location to look up.
    ///   - locale: The locale of the names.
    ///   - completionHandler: The handler to call once on the main queue, after this method returns.
    open func reverseGeocodeLocation(
        _ location: CLLocation, preferredLocale locale: Locale?,
        completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        answer(GeocodingQuery(subject: .location(location), locale: locale), completionHandler)
    }

    /// Returns placemarks for a location. Calls the method that takes a handler.
    ///
    /// - Throws: ``CLError``.
    open func reverseGeocodeLocation(_ location: CLLocation) async throws -> [CLPlacemark] {
        try await places { self.reverseGeocodeLocation(location, completionHandler: $0) }
    }

    /// Returns placemarks for a location, with names in a locale's language. Calls the method that takes a handler.
    ///
    /// - Throws: ``CLError``.
    open func reverseGeocodeLocation(
        _ location: CLLocation, preferredLocale locale: Locale?
    ) async throws -> [CLPlacemark] {
        try await places {
            self.reverseGeocodeLocation(location, preferredLocale: locale, completionHandler: $0)
        }
    }

    /// Requests placemarks for an address.
    ///
    /// An address has names from the smallest to the largest place, with commas, such as `Springfield, Illinois`. The
    /// geocoder knows settlements, and ignores streets and postal codes. Larger settlements come first.
    ///
    /// - Parameters:
    ///   - addressString: The address to look up.
    ///   - completionHandler: The handler to call once on the main queue, after this method returns.
    open func geocodeAddressString(
        _ addressString: String, completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        answer(GeocodingQuery(subject: .address(addressString, region: nil)), completionHandler)
    }

    /// Requests placemarks for an address, with those of a region first.
    ///
    /// - Parameters:
    ///   - addressString: The address to look up.
    ///   - region: The region whose placemarks come first. Only a ``CLCircularRegion`` has an effect.
    ///   - completionHandler: The handler to call once on the main queue, after this method returns.
    open func geocodeAddressString(
        _ addressString: String, in region: CLRegion?, completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        answer(GeocodingQuery(subject: .address(addressString, region: region)), completionHandler)
    }

    /// Requests placemarks for an address, with those of a region first, and names in a locale's language.
    ///
    /// - Parameters:
    ///   - addressString: The address to look up, in any language.
    ///   - region: The region whose placemarks come first. Only a ``CLCircularRegion`` has an effect.
    ///   - locale: The locale of the names.
    ///   - completionHandler: The handler to call once on the main queue, after this method returns.
    open func geocodeAddressString(
        _ addressString: String, in region: CLRegion?, preferredLocale locale: Locale?,
        completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        answer(GeocodingQuery(subject: .address(addressString, region: region), locale: locale), completionHandler)
    }

    /// Returns placemarks for an address. Calls the method that takes a handler.
    ///
    /// - Throws: ``CLError``.
    open func geocodeAddressString(_ addressString: String) async throws -> [CLPlacemark] {
        try await places { self.geocodeAddressString(addressString, completionHandler: $0) }
    }

    /// Returns placemarks for an address, with those of a region first. Calls the method that takes a handler.
    ///
    /// - Throws: ``CLError``.
    open func geocodeAddressString(_ addressString: String, in region: CLRegion?) async throws -> [CLPlacemark] {
        try await places { self.geocodeAddressString(addressString, in: region, completionHandler: $0) }
    }

    /// Returns placemarks for an address, with those of a region first, and names in a locale's language. Calls the
    /// method that takes a handler.
    ///
    /// - Throws: ``CLError``.
    open func geocodeAddressString(
        _ addressString: String, in region: CLRegion?, preferredLocale locale: Locale?
    ) async throws -> [CLPlacemark] {
        try await places {
            self.geocodeAddressString(addressString, in: region, preferredLocale: locale, completionHandler: $0)
        }
    }

    /// Cancels the request in progress. Its handler receives ``CLError/Code/geocodeCanceled``.
    open func cancelGeocode() {
        state.withLock { $0.pending = nil }
    }

    private func answer(_ query: GeocodingQuery, _ handler: @escaping CLGeocodeCompletionHandler) {
        let request = state.withLock { state in
            state.lastRequest += 1
            state.pending = state.lastRequest
            return state.lastRequest
        }
        // Only the main queue calls the handler, as on Apple's systems.
        nonisolated(unsafe) let handler = handler
        GeocodingQuery.queue.async {
            let isNeeded = self.state.withLock { $0.pending == request }
            let answer = Result { () throws(CLError) in
                guard isNeeded else { throw Self.cancellation }
                return try query.placemarks()
            }
            DispatchQueue.main.async {
                let isPending = self.state.withLock { state in
                    guard state.pending == request else { return false }
                    state.pending = nil
                    return true
                }
                switch answer {
                case .success(let placemarks) where isPending: handler(placemarks, nil)
                case .failure(let error) where isPending: handler(nil, error)
                default: handler(nil, Self.cancellation)
                }
            }
        }
    }

    private func places(_ request: (@escaping CLGeocodeCompletionHandler) -> Void) async throws -> [CLPlacemark] {
        try await withCheckedThrowingContinuation { continuation in
            request { places, error in
                continuation.resume(with: places.map { .success($0) } ?? .failure(error ?? Self.cancellation))
            }
        }
    }

    private static var cancellation: CLError {
        CLError(.geocodeCanceled, userInfo: [NSLocalizedDescriptionKey: "The request for a place was cancelled."])
    }
}
