public import Foundation

/// Core Foundation's string. In this module it's Swift's `String`, as in `ImageIO`.
public typealias CFString = String

/// Core Foundation's array, as in `ImageIO`.
public typealias CFArray = NSArray

/// A value that a function of Apple's C interface returns with or without a reference of its own.
///
/// This type has the place of `Unmanaged` in Apple's signatures. Swift's `Unmanaged` can't contain a `String`, which is
/// a value here. Both functions return the same value, and no reference needs to be balanced.
public struct CFUnmanaged<Value> {
    private let value: Value

    init(_ value: Value) {
        self.value = value
    }

    /// Returns the value of a function whose name contains "Copy" or "Create".
    public func takeRetainedValue() -> Value { value }

    /// Returns the value of a function whose name contains "Get".
    public func takeUnretainedValue() -> Value { value }

    /// Returns this value. There are no references to count.
    @discardableResult
    public func retain() -> CFUnmanaged<Value> { self }

    /// Does nothing. There are no references to count.
    public func release() {}

    /// Returns this value. There are no references to count.
    @discardableResult
    public func autorelease() -> CFUnmanaged<Value> { self }
}
