internal import Catalog

/// Comparisons of objects and local identifiers.
extension KeyComparison {
    func compareIdentifier(_ value: Predicate.Value) throws(PredicateError) -> CheckedPredicate<Key> {
        switch comparison.operator {
        case .equal, .notEqual:
            let isEqual = try identifier(value).map { CheckedPredicate.comparison(side, .equal, .text($0)) }
            let checked = isEqual ?? .constant(false)
            return comparison.operator == .notEqual ? .not(checked) : checked
        case .isIn:
            var identifiers: [Predicate.Value] = []
            for element in try elements(of: value) {
                if let identifier = try identifier(element) { identifiers.append(.text(identifier)) }
            }
            return .isIn(side, identifiers)
        case .beginsWith, .contains, .endsWith: return try matchIdentifier(value)
        default: throw unsupportedOperator()
        }
    }

    /// Compares a part of local identifiers. Objects store them without their suffix, so the part may reach into it.
    private func matchIdentifier(_ value: Predicate.Value) throws(PredicateError) -> CheckedPredicate<Key> {
        guard key != .object else { throw unsupportedOperator() }
        guard case .text(let part) = value else { throw mismatch(value) }
        func fold(_ text: some StringProtocol) -> String { comparison.ignoresCase ? text.uppercased() : String(text) }
        let (suffix, folded) = (fold(Key.identifierSuffix), fold(part))
        /// Whether the rest of the part is how the suffix begins.
        func splits(_ isWhole: Bool) -> [CheckedPredicate<Key>] {
            (1...max(1, suffix.count)).compactMap { length in
                let end = suffix.prefix(length)
                guard !suffix.isEmpty, isWhole ? length == suffix.count : true, folded.hasSuffix(end) else {
                    return nil
                }
                let start = String(part.dropLast(length))
                return comparison.operator == .beginsWith ? matches(.equal, start) : matches(.endsWith, start)
            }
        }
        switch comparison.operator {
        case .beginsWith: return .or([matches(.beginsWith, part)] + splits(false))
        case .endsWith:
            if suffix.isEmpty { return matches(.endsWith, part) }
            return suffix.hasSuffix(folded) ? .constant(true) : .or([.constant(false)] + splits(true))
        default:
            return suffix.contains(folded) ? .constant(true) : .or([matches(.contains, part)] + splits(false))
        }
    }

    private func matches(_ kind: AssetFilter.TextMatch.Kind, _ pattern: String) -> CheckedPredicate<Key> {
        .matches(
            key,
            AssetFilter.TextMatch(
                kind: kind, pattern: pattern, ignoresCase: comparison.ignoresCase,
                ignoresDiacritics: comparison.ignoresDiacritics))
    }

    /// Returns the stored form of a local identifier, or `nil` if no object can have it.
    private func identifier(_ value: Predicate.Value) throws(PredicateError) -> String? {
        switch value {
        case .null: nil
        case .text(let identifier), .object(let identifier): Key.stored(identifier: identifier)
        default: throw mismatch(value)
        }
    }
}
