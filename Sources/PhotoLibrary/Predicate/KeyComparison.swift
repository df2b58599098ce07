internal import Catalog

/// Checks the comparison of one key with a value or another key.
struct KeyComparison<Key: PredicateKey> {
    let side: CheckedPredicate<Key>.Side
    let comparison: Predicate.Comparison

    var key: Key { side.key }
    private var hasOptions: Bool { comparison.ignoresCase || comparison.ignoresDiacritics }

    func check(_ value: Predicate.Value) throws(PredicateError) -> CheckedPredicate<Key> {
        switch key.kind {
        case .presence: return try comparePresence(value)
        case .identifier: return try compareIdentifier(value)
        case .textList: return try compareElements(value)
        case .text, .date, .integer, .real, .flag: break
        }
        switch comparison.operator {
        case .isIn: return try contain(elements(of: value))
        case .between: return try compareRange(elements(of: value))
        case .contains, .beginsWith, .endsWith, .like: return try match(value)
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: return try compare(value)
        }
    }

    func check(_ other: CheckedPredicate<Key>.Side) throws(PredicateError) -> CheckedPredicate<Key> {
        guard Key.comparesBitsWithKeys || (side.mask == nil && other.mask == nil) else {
            throw PredicateError(
                .unsupportedOperator, "Unsupported predicate in fetch options: bits are compared with a key",
                remedy: "Compare them with a number: “\(Key.exampleOfBits)”.")
        }
        guard key.kind != .presence, key.kind != .textList, key.kind.isComparable(with: other.key.kind), !hasOptions,
            let symbol = comparison.operator.columnComparison,
            key.kind != .identifier || symbol == .equal || symbol == .notEqual
        else {
            throw PredicateError(
                .unsupportedOperator,
                "Unsupported predicate in fetch options: “\(key.rawValue)” and “\(other.key.rawValue)” cannot be "
                    + "compared with \(comparison.operator.name)")
        }
        return .keys(side, symbol, other)
    }

    // MARK: One value

    private func compare(_ value: Predicate.Value) throws(PredicateError) -> CheckedPredicate<Key> {
        if value == .null { return compareWithNull() }
        if hasOptions { return try match(value) }
        guard let symbol = comparison.operator.columnComparison else { throw unsupportedOperator() }
        return .comparison(side, symbol, try converted(value))
    }

    private func compareWithNull() -> CheckedPredicate<Key> {
        switch comparison.operator {
        case .equal: .isNull(key)
        case .notEqual: .not(.isNull(key))
        default: .constant(false)
        }
    }

    private func match(_ value: Predicate.Value) throws(PredicateError) -> CheckedPredicate<Key> {
        guard key.kind == .text, let kind = comparison.operator.textMatch else { throw unsupportedOperator() }
        guard case .text(let pattern) = value else { throw mismatch(value) }
        let matches = CheckedPredicate.matches(
            key,
            AssetFilter.TextMatch(
                kind: kind, pattern: pattern, ignoresCase: comparison.ignoresCase,
                ignoresDiacritics: comparison.ignoresDiacritics))
        return comparison.operator == .notEqual ? .not(matches) : matches
    }

    /// Converts the value to the kind of the key. Text that contains a number becomes a number, as in SQLite and Core
    /// Data.
    private func converted(_ value: Predicate.Value) throws(PredicateError) -> Predicate.Value {
        switch (key.kind, value) {
        case (.text, .text), (.date, .date): return value
        case (.integer, .integer), (.integer, .real), (.flag, .integer), (.flag, .real), (.real, .integer),
            (.real, .real):
            return value
        case (.integer, .text(let text)), (.flag, .text(let text)), (.real, .text(let text)):
            if let number = Int64(text) { return .integer(number) }
            if let number = Double(text) { return .real(number) }
            throw mismatch(value)
        default: throw mismatch(value)
        }
    }

    // MARK: Lists

    func elements(of value: Predicate.Value) throws(PredicateError) -> [Predicate.Value] {
        guard case .list(let values) = value else {
            throw PredicateError(
                .mismatchedTypes,
                "Unsupported predicate in fetch options: “\(key.rawValue) \(comparison.operator.name)” needs a list",
                remedy: "Pass an array as the argument, or write {1, 2}.")
        }
        return values
    }

    private func contain(_ elements: [Predicate.Value]) throws(PredicateError) -> CheckedPredicate<Key> {
        guard !hasOptions else { throw unsupportedOperator() }
        var values: [Predicate.Value] = []
        values.reserveCapacity(elements.count)
        for element in elements where element != .null { values.append(try converted(element)) }
        let isIn = CheckedPredicate.isIn(side, values)
        return values.count < elements.count ? .or([isIn, .isNull(key)]) : isIn
    }

    private func compareRange(_ elements: [Predicate.Value]) throws(PredicateError) -> CheckedPredicate<Key> {
        guard elements.count == 2 else {
            throw PredicateError(
                .argument,
                "Unsupported predicate in fetch options: BETWEEN needs two values and got \(elements.count)",
                remedy: "Pass the lower and the upper bound.")
        }
        // Ranges compare the bytes of text, so options can't apply.
        guard key.kind != .text || !hasOptions else { throw unsupportedOperator() }
        guard elements[0] != .null, elements[1] != .null else { return .constant(false) }
        return .between(side, try converted(elements[0]), try converted(elements[1]))
    }

    /// Compares the elements of the key's list. `CONTAINS` compares whole elements, as in `NSPredicate`. The other
    /// operators match if one of the elements does.
    private func compareElements(_ value: Predicate.Value) throws(PredicateError) -> CheckedPredicate<Key> {
        let kind: AssetFilter.TextMatch.Kind
        switch comparison.operator {
        case .equal where value == .null, .notEqual where value == .null: return compareWithNull()
        case .contains: kind = .equal
        case .beginsWith: kind = .beginsWith
        case .endsWith: kind = .endsWith
        case .like: kind = .like
        default: throw unsupportedOperator()
        }
        guard case .text(let pattern) = value else { throw mismatch(value) }
        return .matches(
            key,
            AssetFilter.TextMatch(
                kind: kind, pattern: pattern, ignoresCase: comparison.ignoresCase,
                ignoresDiacritics: comparison.ignoresDiacritics))
    }

    // MARK: Presence

    private func comparePresence(_ value: Predicate.Value) throws(PredicateError) -> CheckedPredicate<Key> {
        guard value == .null, comparison.operator == .equal || comparison.operator == .notEqual else {
            throw PredicateError(
                .unsupportedOperator,
                "Unsupported predicate in fetch options: “\(key.rawValue)” can only be compared with nil",
                remedy: "Write “\(key.rawValue) != nil”, and compare distances yourself.")
        }
        return compareWithNull()
    }

    // MARK: Errors

    func unsupportedOperator() -> PredicateError {
        let options = (comparison.ignoresCase ? "c" : "") + (comparison.ignoresDiacritics ? "d" : "")
        let name = comparison.operator.name + (options.isEmpty ? "" : "[\(options)]")
        return PredicateError(
            .unsupportedOperator,
            "Unsupported predicate in fetch options: “\(key.rawValue)” cannot be compared with \(name)",
            remedy: remedy)
    }

    private var remedy: String? {
        switch key.kind {
        case .identifier: "Use ==, !=, IN, BEGINSWITH, CONTAINS or ENDSWITH."
        case .textList: "Write “\(key.rawValue) CONTAINS \"word\"”, or use LIKE, BEGINSWITH or ENDSWITH."
        default: nil
        }
    }

    func mismatch(_ value: Predicate.Value) -> PredicateError {
        let expected =
            switch key.kind {
            case .integer, .real: "a number"
            case .flag: "YES or NO"
            case .date: "a date"
            case .text, .textList: "a string"
            case .identifier: "\(Key.anObject) or its local identifier"
            case .presence: "nil"
            }
        return PredicateError(
            .mismatchedTypes,
            "Unsupported predicate in fetch options: “\(key.rawValue)” is compared with \(value.kindName)",
            remedy: "Compare it with \(expected).")
    }
}
