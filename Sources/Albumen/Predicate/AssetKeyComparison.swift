internal import Catalog
import Records

/// A comparison of an asset's key, waiting for the value: here the value's type is checked against the column's.
struct AssetKeyComparison {
    let key: AssetPredicateKey
    var mask: Int64?
    let comparison: Predicate.Comparison

    private var expression: AssetFilter.Expression {
        mask.map { .bits(key.column, mask: $0) } ?? .column(key.column)
    }

    func filter(_ value: Predicate.Value) throws(PredicateError) -> AssetFilter {
        if key == .location { return try compareLocation(value) }
        if key == .object || key == .localIdentifier { return try compareIdentifier(value) }
        switch comparison.operator {
        case .isIn: return try contain(elements(of: value))
        case .between: return try compareRange(elements(of: value))
        case .contains, .beginsWith, .endsWith, .like: return try match(value)
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: return try compare(value)
        }
    }

    // MARK: One value

    private func compare(_ value: Predicate.Value) throws(PredicateError) -> AssetFilter {
        if value == .null { return try compareWithNull() }
        if comparison.ignoresCase || comparison.ignoresDiacritics { return try match(value) }
        guard let symbol = comparison.operator.columnComparison else { throw unsupportedOperator() }
        return .comparison(expression, symbol, try converted(value))
    }

    private func compareWithNull() throws(PredicateError) -> AssetFilter {
        switch comparison.operator {
        case .equal: .isNull(key.column)
        case .notEqual: .not(.isNull(key.column))
        default: .none
        }
    }

    private func match(_ value: Predicate.Value) throws(PredicateError) -> AssetFilter {
        guard key.column.kind == .text, mask == nil, let kind = comparison.operator.textMatch else {
            throw unsupportedOperator()
        }
        guard case .text(let pattern) = value else { throw mismatch(value) }
        let filter = AssetFilter.matches(
            key.column,
            AssetFilter.TextMatch(
                kind: kind, pattern: pattern, ignoresCase: comparison.ignoresCase,
                ignoresDiacritics: comparison.ignoresDiacritics))
        return comparison.operator == .notEqual ? .not(filter) : filter
    }

    /// The value in the column's terms. A number written as text is a number, as it is for SQLite and Core Data.
    private func converted(_ value: Predicate.Value) throws(PredicateError) -> AssetFilter.Value {
        switch (key.column.kind, value) {
        case (.integer, .integer(let number)), (.flag, .integer(let number)), (.real, .integer(let number)):
            return .integer(number)
        case (.integer, .real(let number)), (.flag, .real(let number)), (.real, .real(let number)):
            return .real(number)
        case (.integer, .text(let text)), (.flag, .text(let text)), (.real, .text(let text)):
            if let number = Int64(text) { return .integer(number) }
            if let number = Double(text) { return .real(number) }
            throw mismatch(value)
        case (.date, .date(let seconds)): return .real(seconds)
        case (.text, .text(let text)): return .text(text)
        default: throw mismatch(value)
        }
    }

    // MARK: Lists

    private func elements(of value: Predicate.Value) throws(PredicateError) -> [Predicate.Value] {
        guard case .list(let values) = value else {
            throw PredicateError(
                .mismatchedTypes,
                "Unsupported predicate in fetch options: “\(key.rawValue) \(comparison.operator.name)” needs a list",
                remedy: "Pass an array as the argument, or write {1, 2}.")
        }
        return values
    }

    private func contain(_ elements: [Predicate.Value]) throws(PredicateError) -> AssetFilter {
        guard !comparison.ignoresCase, !comparison.ignoresDiacritics else { throw unsupportedOperator() }
        var values: [AssetFilter.Value] = []
        values.reserveCapacity(elements.count)
        var containsNull = false
        for element in elements {
            if element == .null {
                containsNull = true
            } else {
                values.append(try converted(element))
            }
        }
        let filter = AssetFilter.isIn(expression, values)
        return containsNull ? .or([filter, .isNull(key.column)]) : filter
    }

    private func compareRange(_ elements: [Predicate.Value]) throws(PredicateError) -> AssetFilter {
        guard elements.count == 2 else {
            throw PredicateError(
                .argument,
                "Unsupported predicate in fetch options: BETWEEN needs two values and got "
                    + "\(elements.count)", remedy: "Pass the lower and the upper bound.")
        }
        guard elements[0] != .null, elements[1] != .null else { return .none }
        return .between(expression, try converted(elements[0]), try converted(elements[1]))
    }

    // MARK: Identity and place

    private func compareIdentifier(_ value: Predicate.Value) throws(PredicateError) -> AssetFilter {
        switch comparison.operator {
        case .equal, .notEqual:
            let filter: AssetFilter
            if value == .null {
                filter = .none
            } else if let uuid = try assetUUID(value) {
                filter = .comparison(.column(.uuid), .equal, .text(uuid))
            } else {
                filter = .none
            }
            return comparison.operator == .notEqual ? .not(filter) : filter
        case .isIn:
            var uuids: [AssetFilter.Value] = []
            for element in try elements(of: value) where element != .null {
                if let uuid = try assetUUID(element) { uuids.append(.text(uuid)) }
            }
            return .isIn(.column(.uuid), uuids)
        default: throw unsupportedOperator()
        }
    }

    /// The column's form of a local identifier; nil for a text that is no asset's identifier and so matches nothing.
    private func assetUUID(_ value: Predicate.Value) throws(PredicateError) -> String? {
        switch value {
        case .text(let identifier), .object(let identifier): return LocalIdentifier.uuid(of: identifier)
        default: throw mismatch(value)
        }
    }

    private func compareLocation(_ value: Predicate.Value) throws(PredicateError) -> AssetFilter {
        guard value == .null, comparison.operator == .equal || comparison.operator == .notEqual else {
            throw PredicateError(
                .unsupportedOperator,
                "Unsupported predicate in fetch options: “location” can only be compared with nil",
                remedy: "Write “location != nil”, and compare distances yourself.")
        }
        return try compareWithNull()
    }

    // MARK: Errors

    private func unsupportedOperator() -> PredicateError {
        let options = (comparison.ignoresCase ? "c" : "") + (comparison.ignoresDiacritics ? "d" : "")
        let name = comparison.operator.name + (options.isEmpty ? "" : "[\(options)]")
        return PredicateError(
            .unsupportedOperator,
            "Unsupported predicate in fetch options: “\(key.rawValue)” cannot be compared with "
                + name, remedy: key.column == .uuid ? "Use ==, != or IN." : nil)
    }

    private func mismatch(_ value: Predicate.Value) -> PredicateError {
        let expected =
            switch key.column.kind {
            case .integer, .real: "a number"
            case .flag: "YES or NO"
            case .date: "a date"
            case .text: key.column == .uuid ? "an asset or its local identifier" : "a string"
            }
        return PredicateError(
            .mismatchedTypes,
            "Unsupported predicate in fetch options: “\(key.rawValue)” is compared with \(value.kindName)",
            remedy: "Compare it with \(expected).")
    }
}

extension AssetColumn.Kind {
    var isNumber: Bool {
        self == .integer || self == .real || self == .flag
    }
}
