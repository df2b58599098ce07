public import Foundation

// Apple's systems cast `nsError as? CLError` and back with Objective-C's runtime.
extension CLError {
    public typealias _ObjectiveCType = NSError

    public func _bridgeToObjectiveC() -> NSError {
        _nsError
    }

    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout CLError?) {
        result = CLError(_nsError: source)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout CLError?) -> Bool {
        guard source.domain == kCLErrorDomain else { return false }
        result = CLError(_nsError: source)
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> CLError {
        source.map(CLError.init(_nsError:)) ?? CLError(.locationUnknown)
    }
}

extension CLError {
    // Foundation on Linux has one that stops the program.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(_nsError.code)
    }

    /// Whether both have the same code and user information.
    public static func == (left: CLError, right: CLError) -> Bool {
        left._nsError.isEqual(right._nsError)
    }
}
