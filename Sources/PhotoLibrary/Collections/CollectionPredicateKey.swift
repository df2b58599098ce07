import Foundation
import Records

/// The keys that predicates and sorts may use for a collection.
enum CollectionPredicateKey: String, PredicateKey {
    case object = "SELF"
    case localIdentifier, localizedTitle, startDate, endDate, estimatedAssetCount

    static let objects = "collections"
    static let anObject = "a collection"
    static var list: String { list(allCases) }
    static let exampleOfBits = "(estimatedAssetCount & 1) == 0"
    static let comparesBitsWithKeys = true
    static let deepestNesting = Predicate.Limits.compoundDepth * 2

    /// Predicates over collections compare whole local identifiers.
    static let identifierSuffix = ""

    /// Ignores the suffix and the case of identifiers. Identifiers of clients' own objects may be any text.
    static func stored(identifier: String) -> String? {
        LocalIdentifier.uuid(of: identifier) ?? identifier
    }

    static func sortKey(name: String) throws(PredicateError) -> Self {
        guard let key = named(name), key != .object else {
            throw PredicateError(
                .unsupportedKey,
                "Unsupported sort descriptor in fetch options: collections cannot be sorted by “\(name)”",
                remedy: "Use \(list(allCases.filter { $0 != .object })).")
        }
        return key
    }

    static func named(_ name: String) -> Self? {
        switch name {
        case "title": .localizedTitle
        case "self": .object
        default: Self(rawValue: name)
        }
    }

    static func list(_ keys: [Self]) -> String {
        keys.map { $0 == .localizedTitle ? "localizedTitle (or title)" : $0.rawValue }.joined(separator: ", ")
    }

    var kind: PredicateKeyKind {
        switch self {
        case .object, .localIdentifier: .identifier
        case .localizedTitle: .text
        case .startDate, .endDate: .date
        case .estimatedAssetCount: .integer
        }
    }

    func value(in values: CollectionValues) -> Predicate.Value {
        switch self {
        case .object, .localIdentifier: .identifier(values.localIdentifier)
        case .localizedTitle: values.localizedTitle.map { .text($0) } ?? .null
        case .startDate: .date(values.startDate)
        case .endDate: .date(values.endDate)
        case .estimatedAssetCount: .integer(Int64(values.estimatedAssetCount))
        }
    }
}

extension Predicate.Value {
    fileprivate static func identifier(_ identifier: String) -> Self {
        CollectionPredicateKey.stored(identifier: identifier).map { .text($0) } ?? .null
    }

    fileprivate static func date(_ date: Date?) -> Self {
        date.map { .date($0.timeIntervalSinceReferenceDate) } ?? .null
    }
}
