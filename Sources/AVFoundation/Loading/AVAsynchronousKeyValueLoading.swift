public import Foundation

/// An optional place for an error, such as `&error` for a variable of type `NSError?`.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// The state of a value that loads asynchronously.
public enum AVKeyValueStatus: Int, Sendable {
    case unknown = 0
    case loading = 1
    case loaded = 2
    case failed = 3
    case cancelled = 4
}

/// An object whose values come from a file.
///
/// Its properties block the calling thread on first use. Use `load(_:)` or
/// ``loadValuesAsynchronously(forKeys:completionHandler:)`` where that isn't acceptable.
public protocol AVAsynchronousKeyValueLoading {
    /// Returns the state of a value, and the reason if it failed.
    func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus

    /// Loads values without blocking.
    ///
    /// - Parameters:
    ///   - keys: The names of properties.
    ///   - handler: The handler to call once, on a thread of the system, when all values have been loaded or failed.
    func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?)
}

extension AVAsynchronousKeyValueLoading {
    /// Returns a value, and loads it if necessary.
    ///
    /// - Throws: An ``AVError`` if the file can't be read.
    nonisolated(nonsending) public func load<T>(_ property: AVAsyncProperty<Self, T>) async throws -> T {
        await loadValues([property.key])
        return try value(of: property)
    }

    /// Returns values, and loads them if necessary.
    nonisolated(nonsending) public func load<A, B>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>
    ) async throws -> (A, B) {
        await loadValues([propertyA.key, propertyB.key])
        return (try value(of: propertyA), try value(of: propertyB))
    }

    /// Returns values, and loads them if necessary.
    nonisolated(nonsending) public func load<A, B, C>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>
    ) async throws -> (A, B, C) {
        await loadValues([propertyA.key, propertyB.key, propertyC.key])
        return (try value(of: propertyA), try value(of: propertyB), try value(of: propertyC))
    }

    /// Returns values, and loads them if necessary.
    nonisolated(nonsending) public func load<A, B, C, D>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>
    ) async throws -> (A, B, C, D) {
        await loadValues([propertyA.key, propertyB.key, propertyC.key, propertyD.key])
        return (
            try value(of: propertyA), try value(of: propertyB), try value(of: propertyC), try value(of: propertyD)
        )
    }

    /// Returns the state of a value without loading it.
    public func status<T>(of property: AVAsyncProperty<Self, T>) -> AVAsyncProperty<Self, T>.Status {
        var reason: NSError?
        switch statusOfValue(forKey: property.key, error: &reason) {
        case .unknown: return .notYetLoaded
        case .loading: return .loading
        case .loaded: return .loaded(property.read(self))
        case .failed, .cancelled: return .failed(reason ?? AVError(.unknown)._nsError)
        }
    }

    nonisolated(nonsending) private func loadValues(_ keys: [String]) async {
        await withCheckedContinuation { continuation in
            loadValuesAsynchronously(forKeys: keys) { continuation.resume() }
        }
    }

    private func value<T>(of property: AVAsyncProperty<Self, T>) throws -> T {
        var reason: NSError?
        let status = statusOfValue(forKey: property.key, error: &reason)
        guard status == .loaded else { throw reason ?? AVError(.unknown)._nsError }
        return property.read(self)
    }
}

/// A property of an object, whatever its type. Its static members are the properties.
public class AVPartialAsyncProperty<Root>: @unchecked Sendable {
    let key: String

    init(key: String) {
        self.key = key
    }
}

/// A property that loads asynchronously, such as `.duration`.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
    /// The state of a property.
    public enum Status {
        case notYetLoaded
        case loading
        case loaded(Value)
        case failed(NSError)
    }

    let read: (Root) -> Value

    init(_ key: String, _ read: @escaping (Root) -> Value) {
        self.read = read
        super.init(key: key)
    }
}
