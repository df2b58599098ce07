import Foundation
import PhotoLibrary

/// An expression of `#Predicate` that is true or false.
protocol ConditionExpression {
    func condition(_ predicate: TypedPredicate) throws(PhotoLibrary.PredicateError) -> PhotoLibrary.Predicate
}

/// An expression of `#Predicate` that is a side of a comparison.
protocol OperandExpression {
    func operand(_ predicate: TypedPredicate) throws(PhotoLibrary.PredicateError) -> PhotoLibrary.Predicate.Expression
}

/// `optional ?? fallback`.
protocol CoalescingExpression {
    var optional: Any { get }
    var fallback: Any { get }
}

// MARK: Conditions

extension PredicateExpressions.Conjunction: ConditionExpression {
    func condition(_ predicate: TypedPredicate) throws(PhotoLibrary.PredicateError) -> PhotoLibrary.Predicate {
        .and([try predicate.condition(lhs), try predicate.condition(rhs)])
    }
}

extension PredicateExpressions.Disjunction: ConditionExpression {
    func condition(_ predicate: TypedPredicate) throws(PhotoLibrary.PredicateError) -> PhotoLibrary.Predicate {
        .or([try predicate.condition(lhs), try predicate.condition(rhs)])
    }
}

extension PredicateExpressions.Negation: ConditionExpression {
    func condition(_ predicate: TypedPredicate) throws(PhotoLibrary.PredicateError) -> PhotoLibrary.Predicate {
        .not(try predicate.condition(wrapped))
    }
}

extension PredicateExpressions.Equal: ConditionExpression {
    func condition(_ predicate: TypedPredicate) throws(PhotoLibrary.PredicateError) -> PhotoLibrary.Predicate {
        try predicate.compare(lhs, .equal, rhs)
    }
}

extension PredicateExpressions.NotEqual: ConditionExpression {
    func condition(_ predicate: TypedPredicate) throws(PhotoLibrary.PredicateError) -> PhotoLibrary.Predicate {
        try predicate.compare(lhs, .notEqual, rhs)
    }
}

extension PredicateExpressions.Comparison: ConditionExpression {
    func condition(_ predicate: TypedPredicate) throws(PhotoLibrary.PredicateError) -> PhotoLibrary.Predicate {
        let symbol: PhotoLibrary.Predicate.Operator =
            switch op {
            case .lessThan: .less
            case .lessThanOrEqual: .lessOrEqual
            case .greaterThan: .greater
            case .greaterThanOrEqual: .greaterOrEqual
            @unknown default: throw TypedPredicate.unsupported(self)
            }
        return try predicate.compare(lhs, symbol, rhs)
    }
}

extension PredicateExpressions.SequenceContains: ConditionExpression {
    /// `array.contains(property)`.
    func condition(_ predicate: TypedPredicate) throws(PhotoLibrary.PredicateError) -> PhotoLibrary.Predicate {
        .comparison(
            try predicate.operand(element), PhotoLibrary.Predicate.Comparison(.isIn), try predicate.operand(sequence))
    }
}

extension PredicateExpressions.SequenceStartsWith: ConditionExpression {
    func condition(_ predicate: TypedPredicate) throws(PhotoLibrary.PredicateError) -> PhotoLibrary.Predicate {
        try predicate.compare(base, .beginsWith, prefix)
    }
}

extension PredicateExpressions.CollectionContainsCollection: ConditionExpression {
    func condition(_ predicate: TypedPredicate) throws(PhotoLibrary.PredicateError) -> PhotoLibrary.Predicate {
        try predicate.compare(base, .contains, other)
    }
}

extension PredicateExpressions.RangeExpressionContains: ConditionExpression {
    func condition(_ predicate: TypedPredicate) throws(PhotoLibrary.PredicateError) -> PhotoLibrary.Predicate {
        guard let bounds = range as? any BoundedExpression else { throw TypedPredicate.unsupported(range) }
        let upper: PhotoLibrary.Predicate.Operator = bounds.includesUpperBound ? .lessOrEqual : .less
        guard let (low, high) = bounds.bounds else { throw TypedPredicate.unsupported(range) }
        return .and([try predicate.compare(element, .greaterOrEqual, low), try predicate.compare(element, upper, high)])
    }
}

extension PredicateExpressions.NilCoalesce: ConditionExpression, CoalescingExpression {
    var optional: Any { lhs }
    var fallback: Any { rhs }

    /// `if let value = property { condition } else { constant }`.
    func condition(_ predicate: TypedPredicate) throws(PhotoLibrary.PredicateError) -> PhotoLibrary.Predicate {
        guard let binding = lhs as? any BindingExpression else { throw TypedPredicate.unsupported(self) }
        let property = try predicate.operand(binding.optional)
        let isNull = PhotoLibrary.Predicate.comparison(
            property, PhotoLibrary.Predicate.Comparison(.equal), .value(.null))
        var inner = predicate
        inner.names[binding.identifier] = property
        return .or([
            .and([.not(isNull), try inner.condition(binding.body)]), .and([isNull, try predicate.condition(rhs)]),
        ])
    }
}

// MARK: Operands

extension PredicateExpressions.Value: OperandExpression {
    func operand(_ predicate: TypedPredicate) throws(PhotoLibrary.PredicateError) -> PhotoLibrary.Predicate.Expression {
        guard let value = PhotoLibrary.Predicate.Value(argument: value) else { throw TypedPredicate.unsupported(self) }
        return .value(value)
    }
}

extension PredicateExpressions.NilLiteral: OperandExpression {
    func operand(_ predicate: TypedPredicate) -> PhotoLibrary.Predicate.Expression { .value(.null) }
}

extension PredicateExpressions.Variable: OperandExpression {
    func operand(_ predicate: TypedPredicate) throws(PhotoLibrary.PredicateError) -> PhotoLibrary.Predicate.Expression {
        guard let operand = predicate.names[key] else { throw TypedPredicate.unsupported(self) }
        return operand
    }
}

extension PredicateExpressions.KeyPath: OperandExpression {
    func operand(_ predicate: TypedPredicate) throws(PhotoLibrary.PredicateError) -> PhotoLibrary.Predicate.Expression {
        guard case .object = try predicate.operand(root), let name = AssetFetch.keyPathNames[keyPath] else {
            throw PhotoLibrary.PredicateError(
                .unsupportedKey, "Unsupported predicate in fetch options: assets have no key \(keyPath)",
                remedy: "Use \(AssetFetch.keyPathNames.values.sorted().joined(separator: ", ")).")
        }
        return .key(name)
    }
}

extension PredicateExpressions.ForcedUnwrap: OperandExpression {
    /// A comparison with a missing value is false, so nothing has to be unwrapped.
    func operand(_ predicate: TypedPredicate) throws(PhotoLibrary.PredicateError) -> PhotoLibrary.Predicate.Expression {
        try predicate.operand(inner)
    }
}

// MARK: Parts

/// `if let`, or `map` of an optional.
private protocol BindingExpression {
    var optional: Any { get }
    var identifier: PredicateExpressions.VariableID { get }
    var body: Any { get }
}

extension PredicateExpressions.OptionalFlatMap: BindingExpression {
    fileprivate var optional: Any { wrapped }
    fileprivate var identifier: PredicateExpressions.VariableID { variable.key }
    fileprivate var body: Any { transform }
}

/// A range of values.
private protocol BoundedExpression {
    var bounds: (low: Any, high: Any)? { get }
    var includesUpperBound: Bool { get }
}

extension PredicateExpressions.ClosedRange: BoundedExpression {
    fileprivate var bounds: (low: Any, high: Any)? { (lower, upper) }
    fileprivate var includesUpperBound: Bool { true }
}

extension PredicateExpressions.Range: BoundedExpression {
    fileprivate var bounds: (low: Any, high: Any)? { (lower, upper) }
    fileprivate var includesUpperBound: Bool { false }
}

extension PredicateExpressions.Value: BoundedExpression {
    fileprivate var bounds: (low: Any, high: Any)? { (value as? any ValueRange)?.ends }
    fileprivate var includesUpperBound: Bool { (value as? any ValueRange)?.includesUpperBound ?? false }
}

private protocol ValueRange {
    var ends: (low: Any, high: Any) { get }
    var includesUpperBound: Bool { get }
}

extension ClosedRange: ValueRange {
    fileprivate var ends: (low: Any, high: Any) {
        (PredicateExpressions.Value(lowerBound), PredicateExpressions.Value(upperBound))
    }
    fileprivate var includesUpperBound: Bool { true }
}

extension Range: ValueRange {
    fileprivate var ends: (low: Any, high: Any) {
        (PredicateExpressions.Value(lowerBound), PredicateExpressions.Value(upperBound))
    }
    fileprivate var includesUpperBound: Bool { false }
}
