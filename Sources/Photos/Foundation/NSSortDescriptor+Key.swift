internal import Albumen
public import Foundation
internal import Records

// Foundation on Linux declares `init(key:ascending:)` unavailable and wants `Comparable` values behind a key path.
extension NSSortDescriptor {
    /// Makes a sort descriptor for fetch options. The key is checked by the fetch; the descriptor compares no objects.
    public convenience init(key: String?, ascending: Bool) {
        self.init(keyPath: \SortKeyProbe[key ?? "self"], ascending: ascending)
    }

    /// Makes a sort descriptor from a key path to any value, `\PHAsset.creationDate` or `\PHAsset.isFavorite`.
    ///
    /// Values that have no order among themselves, and a value and itself, are the same. Nil comes first.
    @_disfavoredOverload
    public convenience init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
        self.init(keyPath: keyPath, ascending: ascending, comparator: Self.compare)
    }

    private static func compare(_ left: Any, _ right: Any) -> ComparisonResult {
        switch (unwrap(left), unwrap(right)) {
        case (nil, nil): .orderedSame
        case (nil, _): .orderedAscending
        case (_, nil): .orderedDescending
        case (let left as Bool, let right as Bool):
            left == right ? .orderedSame : left ? .orderedDescending : .orderedAscending
        case (let left as any Comparable, let right?): compare(left, to: right)
        case (let left as any RawRepresentable, let right as any RawRepresentable):
            compare(left.rawValue, right.rawValue)
        default: .orderedSame
        }
    }

    private static func compare<Value: Comparable>(_ left: Value, to right: Any) -> ComparisonResult {
        guard let right = right as? Value, left != right else { return .orderedSame }
        return left < right ? .orderedAscending : .orderedDescending
    }

    private static func unwrap(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional ? mirror.children.first?.value : value
    }
}

extension NSSortDescriptor {
    /// Not in Apple's framework: sorts assets in the order in which they came into the library, oldest first, as the system's
    /// album of all photos shows them. Assets that came at the same time are in the order of their import.
    ///
    /// For the newest first, use `NSSortDescriptor(key: "libraryOrder", ascending: false)`.
    public static var libraryOrder: NSSortDescriptor {
        NSSortDescriptor(key: AssetFetch.Sort.libraryOrderKey, ascending: true)
    }
}

extension NSSortDescriptor {
    /// The key and the direction that a client asked for.
    ///
    /// - Parameter keyPathNames: the keys that stand for the key paths of the class being sorted.
    /// - Throws: an error for a key path that has no name.
    func sortKey(
        keyPathNames: [AnyKeyPath: String] = [:]
    ) throws(Albumen.PredicateError) -> (key: String, isAscending: Bool) {
        if let probePath = keyPath as? KeyPath<SortKeyProbe, String> {
            return (SortKeyProbe()[keyPath: probePath], ascending)
        }
        guard let name = keyPathNames[keyPath] else {
            throw Albumen.PredicateError(
                .unsupportedKey, "Unsupported sort descriptor in fetch options: \(keyPath) is not a key to sort by",
                remedy: "Use NSSortDescriptor(key:ascending:) with a key such as “creationDate”.")
        }
        return (name, ascending)
    }
}

/// Answers a subscript with the subscript itself, so that a key path through it carries a key.
private struct SortKeyProbe {
    subscript(key: String) -> String { key }
}
