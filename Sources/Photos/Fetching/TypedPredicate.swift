import Foundation
import PhotoLibrary

extension PhotoLibrary.Predicate {
    /// Converts a typed predicate over assets.
    ///
    /// - Throws: An error for an expression that a query can't run.
    init(typed predicate: Foundation.Predicate<PHAsset>) throws(PhotoLibrary.PredicateError) {
        var names: [PredicateExpressions.VariableID: Expression] = [:]
        names[predicate.variable.key] = .object
        self = try TypedPredicate(names: names).condition(predicate.expression)
    }
}

/// Converts the expressions of a typed predicate.
struct TypedPredicate {
    typealias Condition = PhotoLibrary.Predicate
    typealias Operand = PhotoLibrary.Predicate.Expression

    /// The meanings of variables: the asset, and the values of `if let`.
    var names: [PredicateExpressions.VariableID: Operand]

    func condition(_ expression: Any) throws(PhotoLibrary.PredicateError) -> Condition {
        if let expression = expression as? any ConditionExpression { return try expression.condition(self) }
        // A Boolean property or constant.
        return .comparison(try operand(expression), Condition.Comparison(.equal), .value(.integer(1)))
    }

    func operand(_ expression: Any) throws(PhotoLibrary.PredicateError) -> Operand {
        guard let expression = expression as? any OperandExpression else { throw Self.unsupported(expression) }
        return try expression.operand(self)
    }

    func compare(
        _ left: Any, _ symbol: Condition.Operator, _ right: Any
    ) throws(PhotoLibrary.PredicateError) -> Condition {
        // `property ?? value` is the value if the property is `nil`.
        if let coalesce = left as? any CoalescingExpression {
            let (property, fallback) = (try operand(coalesce.optional), try operand(coalesce.fallback))
            let isNull = Condition.comparison(property, Condition.Comparison(.equal), .value(.null))
            let other = try operand(right)
            return .or([
                .and([.not(isNull), .comparison(property, Condition.Comparison(symbol), other)]),
                .and([isNull, try Self.constant(fallback, symbol, other)]),
            ])
        }
        return .comparison(try operand(left), Condition.Comparison(symbol), try operand(right))
    }

    /// Compares two values.
    private static func constant(
        _ left: Operand, _ symbol: Condition.Operator, _ right: Operand
    ) throws(PhotoLibrary.PredicateError) -> Condition {
        guard case .value(let left) = left, case .value(let right) = right else {
            throw unsupported("a comparison of two properties with ??")
        }
        let order: ComparisonResult
        switch (left, right) {
        case (.text(let left), .text(let right)):
            if symbol == .contains { return .constant(left.contains(right)) }
            if symbol == .beginsWith { return .constant(left.hasPrefix(right)) }
            order = compare(left, right)
        default:
            guard let left = left.number, let right = right.number else { return .constant(symbol == .notEqual) }
            order = compare(left, right)
        }
        switch symbol {
        case .equal: return .constant(order == .orderedSame)
        case .notEqual: return .constant(order != .orderedSame)
        case .less: return .constant(order == .orderedAscending)
        case .lessOrEqual: return .constant(order != .orderedDescending)
        case .greater: return .constant(order == .orderedDescending)
        case .greaterOrEqual: return .constant(order != .orderedAscending)
        case .isIn, .between, .contains, .beginsWith, .endsWith, .like: throw unsupported("this comparison with ??")
        }
    }

    private static func compare<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult {
        left == right ? .orderedSame : left < right ? .orderedAscending : .orderedDescending
    }

    static func unsupported(_ expression: Any) -> PhotoLibrary.PredicateError {
        let name = expression as? String ?? "\(type(of: expression))".prefix { $0 != "<" }.description
        return PhotoLibrary.PredicateError(
            .opaque, "Unsupported predicate in fetch options: a query cannot run \(name)",
            remedy: "Compare a property of the asset with a value, or filter the result of a fetch.")
    }
}

extension PhotoLibrary.Predicate.Value {
    /// The number of a number or date.
    fileprivate var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value), .date(let value): value
        case .null, .text, .object, .list: nil
        }
    }
}
