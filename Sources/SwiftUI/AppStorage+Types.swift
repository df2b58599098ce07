public import Foundation

// Each initializer takes the key, and the defaults or `nil` for the standard ones. A property that is optional has no
// default, and assigning `nil` removes the value.

extension AppStorage where Value == Bool {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(value: wrappedValue, key, store)
    }
}

extension AppStorage where Value == Int {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(value: wrappedValue, key, store)
    }
}

extension AppStorage where Value == Double {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(value: wrappedValue, key, store)
    }
}

extension AppStorage where Value == String {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(value: wrappedValue, key, store)
    }
}

extension AppStorage where Value == URL {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(value: wrappedValue, key, store)
    }
}

extension AppStorage where Value == Data {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(value: wrappedValue, key, store)
    }
}

extension AppStorage where Value == Bool? {
    public init(_ key: String, store: UserDefaults? = nil) {
        self.init(optional: key, store)
    }
}

extension AppStorage where Value == Int? {
    public init(_ key: String, store: UserDefaults? = nil) {
        self.init(optional: key, store)
    }
}

extension AppStorage where Value == Double? {
    public init(_ key: String, store: UserDefaults? = nil) {
        self.init(optional: key, store)
    }
}

extension AppStorage where Value == String? {
    public init(_ key: String, store: UserDefaults? = nil) {
        self.init(optional: key, store)
    }
}

extension AppStorage where Value == URL? {
    public init(_ key: String, store: UserDefaults? = nil) {
        self.init(optional: key, store)
    }
}

extension AppStorage where Value == Data? {
    public init(_ key: String, store: UserDefaults? = nil) {
        self.init(optional: key, store)
    }
}

extension AppStorage where Value: RawRepresentable, Value.RawValue == Int {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(raw: wrappedValue, key, store)
    }
}

extension AppStorage where Value: RawRepresentable, Value.RawValue == String {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(raw: wrappedValue, key, store)
    }
}

extension AppStorage {
    public init<R: RawRepresentable>(_ key: String, store: UserDefaults? = nil)
    where Value == R?, R.RawValue == Int {
        self.init(optionalRaw: key, store)
    }

    public init<R: RawRepresentable>(_ key: String, store: UserDefaults? = nil)
    where Value == R?, R.RawValue == String {
        self.init(optionalRaw: key, store)
    }
}
