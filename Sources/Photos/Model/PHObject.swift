import Albumen
public import Foundation

/// An object of the photo library, known by its local identifier. Immutable: fetch again for a newer state.
///
/// Two objects are equal when they stand for the same thing in the library, whatever the state each was fetched in.
// Unchecked because open: all its own state is constant, and a subclass must keep to that.
open class PHObject: NSObject, NSCopying, @unchecked Sendable {
    /// What tells this object from every other of its library, for good. Empty for one that a client made itself.
    open var localIdentifier: String { fetchedIdentifier }

    private let fetchedIdentifier: String

    /// An empty object, for subclasses that a client's tests define. Its identifier is empty, and it equals only
    /// itself.
    public override init() {
        fetchedIdentifier = ""
    }

    init(localIdentifier: String) {
        self.fetchedIdentifier = localIdentifier
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? PHObject else { return false }
        if self === other { return true }
        return !localIdentifier.isEmpty && localIdentifier == other.localIdentifier
    }

    open override var hash: Int {
        localIdentifier.isEmpty ? ObjectIdentifier(self).hashValue : localIdentifier.hashValue
    }

    /// The value of a property by name, which Objective-C's key-value coding gives on Apple's platforms.
    ///
    /// A key that the object does not have stops the program, as it does there.
    open func value(forKey key: String) -> Any? {
        guard key == "localIdentifier" else { undefinedKey(key) }
        return localIdentifier
    }

    func undefinedKey(_ key: String) -> Never {
        raiseInvalidArgument("\(type(of: self)) is not key value coding-compliant for the key \(key).")
    }
}

extension PHObject: PredicateObject {
    package var predicateIdentifier: String { localIdentifier }
}
