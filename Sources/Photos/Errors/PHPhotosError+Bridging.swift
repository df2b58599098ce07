public import Foundation

// Apple's systems implement `nsError as? PHPhotosError` and the reverse in the Objective-C runtime.
extension PHPhotosError {
    public typealias _ObjectiveCType = NSError

    public func _bridgeToObjectiveC() -> NSError {
        _nsError
    }

    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout PHPhotosError?) {
        result = PHPhotosError(_nsError: source)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout PHPhotosError?) -> Bool {
        guard source.domain == PHPhotosErrorDomain else { return false }
        result = PHPhotosError(_nsError: source)
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> PHPhotosError {
        source.map(PHPhotosError.init(_nsError:)) ?? PHPhotosError(.internalError)
    }
}

extension PHPhotosError {
    // Foundation's default implementation on Linux stops the program.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(_nsError.code)
    }

    /// Returns whether two errors have the same code and user information.
    public static func == (left: PHPhotosError, right: PHPhotosError) -> Bool {
        left._nsError.isEqual(right._nsError)
    }
}
