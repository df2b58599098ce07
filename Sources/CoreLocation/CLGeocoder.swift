import Dispatch
public import Foundation
import Synchronization

/// A handler that receives the placemarks of a ``CLGeocoder`` request, or an error.
public typealias CLGeocodeCompletionHandler = ([CLPlacemark]?, (any Error)?) -> Void

/// Converts between coordinates and the names of places.
///
/// This implementation has no database of places and sends no request to a server. Every request fails with
/// ``CLError/Code/geocodeFoundNoResult``.
///
/// You can call its methods from any thread. Handlers run on the main queue, as on Apple's systems, so the program
/// must run the main queue.
// Unchecked because the class is open. A lock guards its state.
open class CLGeocoder: NSObject, @unchecked Sendable {
    private struct State {
        var lastRequest = 0
        var pending: Set<Int> = []
    }

    private let state = Mutex(State())

    public override init() {}

    /// Whether a request is in progress. The value is `false` when the request's handler runs.
    open var isGeocoding: Bool { state.withLock { !$0.pending.isEmpty } }

    /// Requests placemarks for a location.
    ///
    /// - Parameters:
    ///   - location: The location to look up.
    ///   - completionHandler: The handler to call once on the main queue, after this method returns.
    open func reverseGeocodeLocation(
        _ location: CLLocation, completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        answer(completionHandler)
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
        answer(completionHandler)
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
    /// - Parameters:
    ///   - addressString: The address to look up.
    ///   - completionHandler: The handler to call once on the main queue, after this method returns.
    open func geocodeAddressString(
        _ addressString: String, completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        answer(completionHandler)
    }

    /// Returns placemarks for an address. Calls the method that takes a handler.
    ///
    /// - Throws: ``CLError``.
    open func geocodeAddressString(_ addressString: String) async throws -> [CLPlacemark] {
        try await places { self.geocodeAddressString(addressString, completionHandler: $0) }
    }

    /// Cancels all requests in progress. Their handlers receive ``CLError/Code/geocodeCanceled``.
    open func cancelGeocode() {
        state.withLock { $0.pending = [] }
    }

    private func answer(_ handler: @escaping CLGeocodeCompletionHandler) {
        let request = state.withLock { state in
            state.lastRequest += 1
            state.pending.insert(state.lastRequest)
            return state.lastRequest
        }
        // Only the main queue calls the handler, as on Apple's systems.
        nonisolated(unsafe) let handler = handler
        DispatchQueue.main.async {
            let isPending = self.state.withLock { $0.pending.remove(request) != nil }
            handler(nil, isPending ? Self.noResult : Self.cancellation)
        }
    }

    private func places(_ request: (@escaping CLGeocodeCompletionHandler) -> Void) async throws -> [CLPlacemark] {
        try await withCheckedThrowingContinuation { continuation in
            request { places, error in
                continuation.resume(with: places.map { .success($0) } ?? .failure(error ?? Self.noResult))
            }
        }
    }

    private static var noResult: CLError {
        CLError(
            .geocodeFoundNoResult,
            userInfo: [NSLocalizedDescriptionKey: "The names of places are not known on this system."])
    }

    private static var cancellation: CLError {
        CLError(.geocodeCanceled, userInfo: [NSLocalizedDescriptionKey: "The request for a place was cancelled."])
    }
}
