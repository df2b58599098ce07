import Dispatch
public import Foundation
import Synchronization

/// The type of handlers of ``CLGeocoder``: places, or an error.
public typealias CLGeocodeCompletionHandler = ([CLPlacemark]?, (any Error)?) -> Void

/// Finds names of places for coordinates, and coordinates for names.
///
/// No names of places are known yet, and nothing is asked of a server: every request fails with
/// ``CLError/Code/geocodeFoundNoResult``. Handlers are called on the main queue, as on Apple's systems. A program
/// must run that queue. Any thread may call.
// Unchecked because open: its state has a lock.
open class CLGeocoder: NSObject, @unchecked Sendable {
    private struct State {
        var lastRequest = 0
        var pending: Set<Int> = []
    }

    private let state = Mutex(State())

    public override init() {}

    /// Whether a request is in progress. `false` when its handler is called.
    open var isGeocoding: Bool { state.withLock { !$0.pending.isEmpty } }

    /// Requests the places at a location.
    ///
    /// - Parameter completionHandler: Called once on the main queue, after the method has returned.
    open func reverseGeocodeLocation(
        _ location: CLLocation, completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        answer(completionHandler)
    }

    /// Requests the places at a location, with names in the locale's language.
    ///
    /// - Parameter completionHandler: Called once on the main queue, after the method has returned.
    open func reverseGeocodeLocation(
        _ location: CLLocation, preferredLocale locale: Locale?,
        completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        answer(completionHandler)
    }

    /// Returns the places at a location. Calls the form with a handler.
    ///
    /// - Throws: ``CLError``.
    open func reverseGeocodeLocation(_ location: CLLocation) async throws -> [CLPlacemark] {
        try await places { self.reverseGeocodeLocation(location, completionHandler: $0) }
    }

    /// Returns the places at a location, with names in the locale's language. Calls the form with a handler.
    ///
    /// - Throws: ``CLError``.
    open func reverseGeocodeLocation(
        _ location: CLLocation, preferredLocale locale: Locale?
    ) async throws -> [CLPlacemark] {
        try await places {
            self.reverseGeocodeLocation(location, preferredLocale: locale, completionHandler: $0)
        }
    }

    /// Requests the places of an address.
    ///
    /// - Parameter completionHandler: Called once on the main queue, after the method has returned.
    open func geocodeAddressString(
        _ addressString: String, completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        answer(completionHandler)
    }

    /// Returns the places of an address. Calls the form with a handler.
    ///
    /// - Throws: ``CLError``.
    open func geocodeAddressString(_ addressString: String) async throws -> [CLPlacemark] {
        try await places { self.geocodeAddressString(addressString, completionHandler: $0) }
    }

    /// Cancels all requests in progress. Their handlers are called with ``CLError/Code/geocodeCanceled``.
    open func cancelGeocode() {
        state.withLock { $0.pending = [] }
    }

    private func answer(_ handler: @escaping CLGeocodeCompletionHandler) {
        let request = state.withLock { state in
            state.lastRequest += 1
            state.pending.insert(state.lastRequest)
            return state.lastRequest
        }
        // The main queue calls it, as it does Apple's.
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
