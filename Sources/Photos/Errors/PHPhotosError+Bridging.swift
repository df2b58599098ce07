public import Foundation

// What Objective-C's runtime does on Apple's platforms: `nsError as? PHPhotosError`, and the way back out of an `Any`.
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
    // Foundation on Linux has one that stops the program.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(_nsError.code)
    }

    /// Whether both have the same number and tell the same.
    public static func == (left: PHPhotosError, right: PHPhotosError) -> Bool {
        left._nsError.isEqual(right._nsError)
    }
}
