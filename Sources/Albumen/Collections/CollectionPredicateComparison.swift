internal import Catalog

/// A comparison of a collection's key, waiting for the other side: here the types are checked.
struct CollectionPredicateComparison {
    typealias Test = CollectionPredicateCompiler.Test

    /// The side of a comparison that is read from the collection.
    struct Side {
        let key: CollectionPredicateKey
        /// The bits to compare, where not the whole.
        var mask: Int64?

        func value(in values: CollectionValues) -> Predicate.Value {
            let value = key.value(in: values)
            if let mask, let number = value.wholeNumber { return .integer(number & mask) }
            return value
        }
    }

    let side: Side
    let comparison: Predicate.Comparison

    private var hasOptions: Bool { comparison.ignoresCase || comparison.ignoresDiacritics }

    /// Identifiers have no order and no parts.
    private var isSupported: Bool {
        side.key.kind != .identifier || [.equal, .notEqual, .isIn].contains(comparison.operator)
    }

    func test(_ other: Side) throws(PredicateError) -> Test {
        guard side.key.kind == other.key.kind, isSupported, !hasOptions,
            let symbol = comparison.operator.columnComparison
        else {
            throw unsupportedOperator(to: "“\(other.key.rawValue)”")
        }
        return { [side] in symbol.holds(side.value(in: $0), other.value(in: $0)) }
    }

    func test(_ value: Predicate.Value) throws(PredicateError) -> Test {
        guard isSupported else { throw unsupportedOperator() }
        switch comparison.operator {
        case .isIn: return try contain(elements(of: value))
        case .between: return try compareRange(elements(of: value))
        default: break
        }
        guard let symbol = comparison.operator.columnComparison, !hasOptions || value == .null else {
            return try match(value)
        }
        let other = try side.key.converted(value)
        return { [side] in symbol.holds(side.value(in: $0), other) }
    }

    private func match(_ value: Predicate.Value) throws(PredicateError) -> Test {
        guard side.key.kind == .text, let kind = comparison.operator.textMatch else { throw unsupportedOperator() }
        guard case .text(let pattern) = try side.key.converted(value) else { throw side.key.mismatch(value) }
        let match = AssetFilter.TextMatch(
            kind: kind, pattern: pattern, ignoresCase: comparison.ignoresCase,
            ignoresDiacritics: comparison.ignoresDiacritics)
        let isNegated = comparison.operator == .notEqual
        return { [side] values in
            guard case .text(let text) = side.value(in: values) else { return isNegated }
            return match.matches(text) != isNegated
        }
    }

    // MARK: Lists

    private func elements(of value: Predicate.Value) throws(PredicateError) -> [Predicate.Value] {
        guard !hasOptions else { throw unsupportedOperator() }
        guard case .list(let values) = value else {
            throw PredicateError(
                .mismatchedTypes,
                "Unsupported predicate in fetch options: “\(side.key.rawValue) \(comparison.operator.name)” needs a list",
                remedy: "Pass an array as the argument, or write {1, 2}.")
        }
        var elements: [Predicate.Value] = []
        elements.reserveCapacity(values.count)
        for value in values {
            elements.append(try side.key.converted(value))
        }
        return elements
    }

    private func contain(_ elements: [Predicate.Value]) -> Test {
        let elements = Set(elements)
        return { [side] in elements.contains(side.value(in: $0)) }
    }

    private func compareRange(_ bounds: [Predicate.Value]) throws(PredicateError) -> Test {
        guard bounds.count == 2 else {
            throw PredicateError(
                .argument,
                "Unsupported predicate in fetch options: BETWEEN needs two values and got \(bounds.count)",
                remedy: "Pass the lower and the upper bound.")
        }
        return { [side] in
            let value = side.value(in: $0)
            return AssetFilter.Comparison.lessOrEqual.holds(bounds[0], value)
                && AssetFilter.Comparison.lessOrEqual.holds(value, bounds[1])
        }
    }

    private func unsupportedOperator(to other: String? = nil) -> PredicateError {
        let options = (comparison.ignoresCase ? "c" : "") + (comparison.ignoresDiacritics ? "d" : "")
        let name = comparison.operator.name + (options.isEmpty ? "" : "[\(options)]") + (other.map { " \($0)" } ?? "")
        return PredicateError(
            .unsupportedOperator,
            "Unsupported predicate in fetch options: “\(side.key.rawValue)” cannot be compared with \(name)",
            remedy: side.key.kind == .identifier ? "Use ==, != or IN." : nil)
    }
}

extension AssetFilter.Comparison {
    fileprivate func holds(_ left: Predicate.Value, _ right: Predicate.Value) -> Bool {
        switch self {
        case .equal: left == right
        case .notEqual: left != right
        case .less: left.precedes(right)
        case .greater: right.precedes(left)
        case .lessOrEqual: left.precedes(right) || (left == right && left != .null)
        case .greaterOrEqual: right.precedes(left) || (left == right && left != .null)
        }
    }
}
