/// The name of a method, for `responds(to:)` and `perform(_:)` of PhotoKit's objects.
///
/// Linux has no Objective-C runtime, so `#selector` doesn't compile and other objects have no such methods.
/// PhotoKit's objects respond to the keys of their key-value coding; see `PHObject.perform(_:)`.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name, such as `filename`.
    public let description: String

    public init(_ str: String) {
        description = str
    }

    public init(stringLiteral value: String) {
        description = value
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the selector with a name.
public func NSSelectorFromString(_ aSelectorName: String) -> Selector {
    Selector(aSelectorName)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the name of a selector.
public func NSStringFromSelector(_ aSelector: Selector) -> String {
    aSelector.description
}
