public import Foundation

/// A property whose value is in the user's defaults.
///
/// ```swift
/// @AppStorage("columnCount") var columnCount = 3
/// ```
///
/// Each read and each assignment uses the defaults. There are no views to update. Unlike Apple's wrapper, it doesn't
/// notify the observers of an object that contains it. Observe `UserDefaults.didChangeNotification` instead.
@propertyWrapper
public struct AppStorage<Value> {
    private let binding: Binding<Value>

    init(read: @escaping () -> Value, write: @escaping (Value) -> Void) {
        binding = Binding(get: read, set: write)
    }

    /// The stored value, or the default if there is no value for the key.
    public var wrappedValue: Value {
        get { binding.wrappedValue }
        nonmutating set { binding.wrappedValue = newValue }
    }

    /// A binding to the stored value.
    public var projectedValue: Binding<Value> { binding }

    init(value: Value, _ key: String, _ store: UserDefaults?) where Value: DefaultsValue {
        let store = store ?? .standard
        self.init(read: { Value(in: store, key) ?? value }, write: { store.set($0.object, forKey: key) })
    }

    init<Stored: DefaultsValue>(optional key: String, _ store: UserDefaults?) where Value == Stored? {
        let store = store ?? .standard
        self.init(read: { Stored(in: store, key) }, write: { store.set($0?.object, forKey: key) })
    }

    init(raw value: Value, _ key: String, _ store: UserDefaults?)
    where Value: RawRepresentable, Value.RawValue: DefaultsValue {
        let store = store ?? .standard
        self.init(
            read: { Value.RawValue(in: store, key).flatMap(Value.init) ?? value },
            write: { store.set($0.rawValue.object, forKey: key) })
    }

    init<Raw: RawRepresentable>(optionalRaw key: String, _ store: UserDefaults?)
    where Value == Raw?, Raw.RawValue: DefaultsValue {
        let store = store ?? .standard
        self.init(
            read: { Raw.RawValue(in: store, key).flatMap(Raw.init) },
            write: { store.set($0?.rawValue.object, forKey: key) })
    }
}

/// A value of a type that defaults can store.
protocol DefaultsValue {
    /// Reads the value, or returns `nil` if the key has none of this type.
    init?(in store: UserDefaults, _ key: String)

    /// The value for the defaults.
    var object: Any { get }
}

extension Bool: DefaultsValue {
    init?(in store: UserDefaults, _ key: String) {
        guard store.object(forKey: key) != nil else { return nil }
        self = store.bool(forKey: key)
    }

    var object: Any { self }
}

extension Int: DefaultsValue {
    init?(in store: UserDefaults, _ key: String) {
        guard store.object(forKey: key) != nil else { return nil }
        self = store.integer(forKey: key)
    }

    var object: Any { self }
}

extension Double: DefaultsValue {
    init?(in store: UserDefaults, _ key: String) {
        guard store.object(forKey: key) != nil else { return nil }
        self = store.double(forKey: key)
    }

    var object: Any { self }
}

extension String: DefaultsValue {
    init?(in store: UserDefaults, _ key: String) {
        guard let value = store.string(forKey: key) else { return nil }
        self = value
    }

    var object: Any { self }
}

extension Data: DefaultsValue {
    init?(in store: UserDefaults, _ key: String) {
        guard let value = store.data(forKey: key) else { return nil }
        self = value
    }

    var object: Any { self }
}

extension URL: DefaultsValue {
    init?(in store: UserDefaults, _ key: String) {
        guard let text = store.string(forKey: key), let value = URL(string: text) else { return nil }
        self = value
    }

    /// The text, because Foundation on Linux stores only the paths of files.
    var object: Any { absoluteString }
}
