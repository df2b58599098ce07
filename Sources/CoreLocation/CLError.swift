public import Foundation

/// The domain of ``CLError``s.
public let kCLErrorDomain = "kCLErrorDomain"

/// An error of a geocoding request, in the domain ``kCLErrorDomain``.
///
/// Errors of ``CLGeocoder`` support `error as? CLError`, `error as NSError` and `catch CLError.geocodeFoundNoResult`.
// On Linux, casts in both directions need both protocols.
public struct CLError: _BridgedStoredNSError, _ObjectiveCBridgeable, Sendable {
    public let _nsError: NSError

    /// - Parameter error: An error in the domain ``kCLErrorDomain``. Stops the program if the domain is different.
    public init(_nsError error: NSError) {
        guard error.domain == kCLErrorDomain else {
            fatalError("An error of the domain \(error.domain) isn't an error of \(kCLErrorDomain).")
        }
        _nsError = error
    }

    public static var _nsErrorDomain: String { kCLErrorDomain }

    /// The domain of all errors of this type.
    public static var errorDomain: String { kCLErrorDomain }

    /// Apple's error codes. This module only uses the codes for geocoding.
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
        /// The request found no place, for example on the open sea, or Albumen's file of places is missing or damaged. The
        /// description names the reason.
        case geocodeFoundNoResult = 8
        case geocodeFoundPartialResult = 9
        /// ``CLGeocoder/cancelGeocode()`` or a later request of the geocoder cancelled the request.
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
