/// The keys that predicates may name on one kind of object.
///
/// ``PredicateChecker`` needs nothing else to check a predicate over objects of that kind.
protocol PredicateKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// The key of the object itself, which predicates spell `SELF`.
    static var object: Self { get }
    /// The kind of object in messages, in the plural.
    static var objects: String { get }
    /// One object of the kind in messages, with its article.
    static var anObject: String { get }
    /// The list of keys in messages.
    static var list: String { get }
    /// An example of a comparison of bits in messages.
    static var exampleOfBits: String { get }
    /// Whether `key & 8` may be compared with another key.
    static var comparesBitsWithKeys: Bool { get }
    /// The maximum number of levels, for the message about a predicate with more levels.
    static var deepestNesting: Int { get }

    /// Returns the key for a name or a synonym.
    static func named(_ name: String) -> Self?

    /// The end of local identifiers that objects don't store, if all have the same.
    static var identifierSuffix: String { get }

    /// Returns a local identifier as objects store it, or `nil` if no object can have it.
    static func stored(identifier: String) -> String?

    var kind: PredicateKeyKind { get }
}

/// The kind of a key's values, which decides the values and operators that a predicate may compare it with.
enum PredicateKeyKind: Sendable, Hashable {
    /// A local identifier. Identifiers have no order.
    case identifier
    /// A value that is only compared with `nil`.
    case presence
    case text, date, integer, real
    /// A list of texts, which is compared with one text.
    case textList
    /// 0 or 1.
    case flag

    private var isNumber: Bool { self == .integer || self == .real || self == .flag }

    func isComparable(with other: Self) -> Bool {
        self == other || (isNumber && other.isNumber)
    }
}

extension PredicateKey {
    init(name: String) throws(PredicateError) {
        guard let key = Self.named(name) else {
            throw PredicateError(
                .unsupportedKey, "Unsupported predicate in fetch options: \(Self.objects) have no key “\(name)”",
                remedy: "Use \(Self.list).")
        }
        self = key
    }
}
