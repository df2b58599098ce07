public import Foundation

// Apple's systems implement `nsError as? AVError` and the reverse in the Objective-C runtime.
extension AVError {
    public typealias _ObjectiveCType = NSError

    public func _bridgeToObjectiveC() -> NSError {
        _nsError
    }

    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout AVError?) {
        result = AVError(_nsError: source)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout AVError?) -> Bool {
        guard source.domain == AVFoundationErrorDomain else { return false }
        result = AVError(_nsError: source)
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> AVError {
        source.map(AVError.init(_nsError:)) ?? AVError(.unknown)
    }
}

extension AVError {
    // Foundation's default implementation on Linux stops the program.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(_nsError.code)
    }

    /// Returns whether two errors have the same code and user information.
    public static func == (left: AVError, right: AVError) -> Bool {
        left._nsError.isEqual(right._nsError)
    }
}
