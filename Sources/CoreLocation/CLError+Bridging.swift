public import Foundation

// Apple's systems implement `nsError as? CLError` and the reverse in the Objective-C runtime.
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
    // Foundation's default implementation on Linux stops the program.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(_nsError.code)
    }

    /// Returns whether two errors have the same code and user information.
    public static func == (left: CLError, right: CLError) -> Bool {
        left._nsError.isEqual(right._nsError)
    }
}
