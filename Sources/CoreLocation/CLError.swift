public import Foundation

/// The domain of ``CLError``s.
public let kCLErrorDomain = "kCLErrorDomain"

/// Why a request for places failed: an error of ``kCLErrorDomain``.
///
/// `error as? CLError`, `error as NSError` and `catch CLError.geocodeFoundNoResult` all work on errors of
/// ``CLGeocoder``.
// The two protocols together let a cast go both ways on Linux; each alone does not.
public struct CLError: _BridgedStoredNSError, _ObjectiveCBridgeable, Sendable {
    public let _nsError: NSError

    /// - Parameter error: An error of ``kCLErrorDomain``. Any other domain stops the program.
    public init(_nsError error: NSError) {
        guard error.domain == kCLErrorDomain else {
            fatalError("An error of the domain \(error.domain) isn't an error of \(kCLErrorDomain).")
        }
        _nsError = error
    }

    public static var _nsErrorDomain: String { kCLErrorDomain }

    /// The domain of these errors.
    public static var errorDomain: String { kCLErrorDomain }

    /// Apple's error codes. Only the codes of geocoding are used here.
    public enum Code: Int, Sendable, _ErrorCodeProtocol {
        public typealias _ErrorType = CLError

        case locationUnknown = 0
        case denied = 1
        case network = 2
        case headingFailure = 3
        case regionMonitoringDenied = 4
        case regionMonitoringFailure = 5
        case regionMonitoringSetupDelayed = 6
        case regionMonitoringResponseDelayed = 7
        /// No place was found. ``CLGeocoder`` reports it for every request, because no names of places are known yet.
        case geocodeFoundNoResult = 8
        case geocodeFoundPartialResult = 9
        /// ``CLGeocoder/cancelGeocode()`` cancelled the request.
        case geocodeCanceled = 10
        case deferredFailed = 11
        case deferredNotUpdatingLocation = 12
        case deferredAccuracyTooLow = 13
        case deferredDistanceFiltered = 14
        case deferredCanceled = 15
        case rangingUnavailable = 16
        case rangingFailure = 17
        case promptDeclined = 18
        case historicalLocationError = 19
    }
}

extension CLError {
    public static var locationUnknown: Code { .locationUnknown }
    public static var denied: Code { .denied }
    public static var network: Code { .network }
    /// See ``Code/geocodeFoundNoResult``.
    public static var geocodeFoundNoResult: Code { .geocodeFoundNoResult }
    public static var geocodeFoundPartialResult: Code { .geocodeFoundPartialResult }
    /// See ``Code/geocodeCanceled``.
    public static var geocodeCanceled: Code { .geocodeCanceled }
}
