public import Foundation
internal import PhotoLibrary
internal import Records

// Foundation on Linux declares `init(key:ascending:)` as unavailable and requires `Comparable` values for a key path.
extension NSSortDescriptor {
    /// Creates a sort descriptor for fetch options. The fetch checks the key. The descriptor can't compare objects.
    public convenience init(key: String?, ascending: Bool) {
        self.init(keyPath: \SortKeyProbe[key ?? "self"], ascending: ascending)
    }

    /// Creates a sort descriptor from a key path to any value, such as `\PHAsset.creationDate` or
    /// `\PHAsset.isFavorite`.
    ///
    /// Values without an order count as equal. `nil` comes first.
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
    /// Not in Apple's framework: sorts assets in the order in which they were added to the library, oldest first, as in
    /// the system's album of all photos. Assets that were added at the same time are in the order of their import.
    ///
    /// For the newest first, use `NSSortDescriptor(key: "libraryOrder", ascending: false)`.
    public static var libraryOrder: NSSortDescriptor {
        NSSortDescriptor(key: AssetFetch.Sort.libraryOrderKey, ascending: true)
    }
}

extension NSSortDescriptor {
    /// Returns the key and the direction that a client requested.
    ///
    /// - Parameter keyPathNames: The names of the sorted class's key paths.
    /// - Throws: An error for a key path without a name.
    func sortKey(
        keyPathNames: [AnyKeyPath: String] = [:]
    ) throws(PhotoLibrary.PredicateError) -> (key: String, isAscending: Bool) {
        if let probePath = keyPath as? KeyPath<SortKeyProbe, String> {
            return (SortKeyProbe()[keyPath: probePath], ascending)
        }
        guard let name = keyPathNames[keyPath] else {
            throw PhotoLibrary.PredicateError(
                .unsupportedKey, "Unsupported sort descriptor in fetch options: \(keyPath) is not a key to sort by",
                remedy: "Use NSSortDescriptor(key:ascending:) with a key such as “creationDate”.")
        }
        return (name, ascending)
    }
}

/// Returns the argument of its subscript, so that a key path through it contains a key.
private struct SortKeyProbe {
    subscript(key: String) -> String { key }
}
