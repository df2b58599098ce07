import Foundation
import Synchronization
import UIKitCore

/// An object with properties that clients can read by name.
protocol KeyValueCoded: AnyObject {
    /// Returns the property's getter, or `nil` if the object has no such key.
    func getter(ofKey key: String) -> (() -> Any?)?

    func value(forKey key: String) -> Any?
}

extension KeyValueCoded {
    func propertyValue(_ key: String) -> Any? {
        guard let get = getter(ofKey: key) else { undefinedKey(key) }
        return get()
    }

    private func undefinedKey(_ key: String) -> Never {
        raiseInvalidArgument("\(type(of: self)) is not key value coding-compliant for the key \(key).")
    }

    func hasGetter(_ selector: Selector?) -> Bool {
        selector.map { getter(ofKey: $0.description) != nil } ?? false
    }

    /// Returns the value of a property as an object.
    func performGetter(_ selector: Selector?) -> Unmanaged<AnyObject>? {
        guard let selector, hasGetter(selector) else {
            raiseInvalidArgument("\(type(of: self)) does not respond to \(selector?.description ?? "nil").")
        }
        return SelectorResults.shared.unretained(value(forKey: selector.description))
    }
}

/// Retains objects that `perform(_:)` has returned for a while, as an autorelease pool does on Apple's systems.
///
/// The receiver can't retain them: in `makeAsset().perform(name).takeUnretainedValue()`, it's already deallocated.
final class SelectorResults: Sendable {
    static let shared = SelectorResults()

    /// The number of results that all threads together can request before a caller takes its result.
    static let capacity = 1024

    // Unchecked: the objects of properties are constant.
    private struct State: @unchecked Sendable {
        var objects: [AnyObject?] = []
        var next = 0
    }

    private let state = Mutex(State())

    func unretained(_ value: Any?) -> Unmanaged<AnyObject>? {
        guard let object = Self.object(value) else { return nil }
        let added = UncheckedSendable(object)
        let replaced = state.withLock { state in
            defer { state.next = (state.next + 1) % Self.capacity }
            guard state.objects.count == Self.capacity else {
                state.objects.append(added.value)
                return UncheckedSendable<AnyObject?>(nil)
            }
            defer { state.objects[state.next] = added.value }
            // Released after the lock is open, because an object's deinitialiser may call perform(_:).
            return UncheckedSendable(state.objects[state.next])
        }
        return withExtendedLifetime(replaced) { Unmanaged.passUnretained(object) }
    }

    private static func object(_ value: Any?) -> AnyObject? {
        switch value {
        case nil: nil
        case let string as String: NSString(string: string)
        case let date as Date: NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
        case .some(let value): value as AnyObject
        }
    }
}
