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

    /// The stored value, or the default if the key has no value of this type.
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
    /// Converts the object of the defaults, or returns `nil` if it has another type.
    init?(stored object: Any)

    /// The value for the defaults.
    var object: Any { get }
}

extension DefaultsValue {
    /// Reads the value of a key, or returns `nil` if the key has none of this type.
    init?(in store: UserDefaults, _ key: String) {
        guard let object = store.object(forKey: key) else { return nil }
        self.init(stored: object)
    }

    init?(stored object: Any) {
        guard let value = object as? Self else { return nil }
        self = value
    }

    var object: Any { self }
}

extension Bool: DefaultsValue {}

extension Int: DefaultsValue {}

extension Double: DefaultsValue {
    /// Also converts integers, because property lists written by other programs contain whole numbers as such.
    init?(stored object: Any) {
        guard let value = object as? Double ?? (object as? Int).map(Double.init) else { return nil }
        self = value
    }
}

extension String: DefaultsValue {}

extension Data: DefaultsValue {}

extension URL: DefaultsValue {
    init?(stored object: Any) {
        guard let text = object as? String, let value = URL(string: text) else { return nil }
        self = value
    }

    /// The text, because Foundation on Linux stores only the paths of files.
    var object: Any { absoluteString }
}
