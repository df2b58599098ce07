import Foundation
import Records

/// The keys that predicates and sorts may name on a collection.
enum CollectionPredicateKey: String, CaseIterable {
    case object = "SELF"
    case localIdentifier, localizedTitle, startDate, endDate, estimatedAssetCount

    enum Kind {
        case identifier, text, date, number
    }

    init(name: String) throws(PredicateError) {
        guard let key = Self.named(name) else {
            throw PredicateError(
                .unsupportedKey, "Unsupported predicate in fetch options: collections have no key “\(name)”",
                remedy: "Use \(Self.list(Self.allCases)).")
        }
        self = key
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

    private static func named(_ name: String) -> Self? {
        switch name {
        case "title": .localizedTitle
        case "self": .object
        default: Self(rawValue: name)
        }
    }

    static func list(_ keys: [Self]) -> String {
        keys.map { $0 == .localizedTitle ? "localizedTitle (or title)" : $0.rawValue }.joined(separator: ", ")
    }

    var kind: Kind {
        switch self {
        case .object, .localIdentifier: .identifier
        case .localizedTitle: .text
        case .startDate, .endDate: .date
        case .estimatedAssetCount: .number
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

    /// A client's value in the terms of this key's own, so that equal values are the same case.
    func converted(_ value: Predicate.Value) throws(PredicateError) -> Predicate.Value {
        switch (kind, value) {
        case (_, .null), (.text, .text), (.date, .date): return value
        case (.identifier, .text(let identifier)), (.identifier, .object(let identifier)):
            return .identifier(identifier)
        case (.number, .integer), (.number, .real): return value.simplified
        case (.number, .text(let text)):
            if let number = Int64(text) { return .integer(number) }
            if let number = Double(text) { return Predicate.Value.real(number).simplified }
            throw mismatch(value)
        default: throw mismatch(value)
        }
    }

    func mismatch(_ value: Predicate.Value) -> PredicateError {
        let expected =
            switch kind {
            case .identifier: "a collection or its local identifier"
            case .text: "a string"
            case .date: "a date"
            case .number: "a number"
            }
        return PredicateError(
            .mismatchedTypes,
            "Unsupported predicate in fetch options: “\(rawValue)” is compared with \(value.kindName)",
            remedy: "Compare it with \(expected).")
    }
}

extension Predicate.Value {
    /// Identifiers are the same with and without a suffix, in either case.
    fileprivate static func identifier(_ identifier: String) -> Self {
        .text(LocalIdentifier.uuid(of: identifier) ?? identifier)
    }

    fileprivate static func date(_ date: Date?) -> Self {
        date.map { .date($0.timeIntervalSinceReferenceDate) } ?? .null
    }

    /// So that 1 equals 1.0.
    var simplified: Self {
        wholeNumber.map { .integer($0) } ?? self
    }

    /// Whether this value is less. False without a value on either side, and between kinds that have no common order.
    func precedes(_ other: Self) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left < right
        case (.integer(let left), .real(let right)): Double(left) < right
        case (.real(let left), .integer(let right)): left < Double(right)
        case (.real(let left), .real(let right)), (.date(let left), .date(let right)): left < right
        case (.text(let left), .text(let right)): left < right
        default: false
        }
    }
}
