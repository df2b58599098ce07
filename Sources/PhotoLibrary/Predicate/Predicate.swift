/// A parsed predicate with its arguments in place. Its keys, operators and values aren't checked yet.
package indirect enum Predicate: Sendable, Hashable {
    case constant(Bool)
    case and([Predicate])
    case or([Predicate])
    case not(Predicate)
    case comparison(Expression, Comparison, Expression)

    /// One side of a comparison.
    package indirect enum Expression: Sendable, Hashable {
        /// `SELF`.
        case object
        /// A key path, without a leading `SELF.`.
        case key(String)
        case value(Value)
        case bits(Expression, Expression)
    }

    package enum Operator: Sendable, Hashable {
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
        case isIn, between
        case contains, beginsWith, endsWith, like
    }

    /// An operator with its options, such as `[cd]`.
    package struct Comparison: Sendable, Hashable {
        package var `operator`: Operator
        package var ignoresCase = false
        package var ignoresDiacritics = false

        package init(_ operator: Operator, ignoresCase: Bool = false, ignoresDiacritics: Bool = false) {
            self.operator = `operator`
            self.ignoresCase = ignoresCase
            self.ignoresDiacritics = ignoresDiacritics
        }
    }

    /// A literal or an argument. A Boolean is the integer 0 or 1, as it is in `NSNumber`.
    package enum Value: Sendable, Hashable {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)
        /// Seconds since 2001-01-01 00:00:00 UTC.
        case date(Double)
        /// An object of the library, by its local identifier.
        case object(identifier: String)
        case list([Value])
    }
}

extension Predicate {
    /// Limits of a predicate's size. They are far above handwritten predicates, and prevent an overflow of the stack.
    package enum Limits {
        /// The maximum number of Unicode scalars in a format.
        package static let formatLength = 100_000
        /// The maximum nesting of parentheses and negations in a format.
        package static let depth = 100
        /// The maximum nesting of compound predicates, which clients build in loops.
        package static let compoundDepth = 500
        package static let comparisons = 5_000
    }

    /// Parses a format as `NSPredicate` does. Each argument replaces one `%` specifier.
    ///
    /// Doesn't check whether keys exist: see ``assetFilter()``.
    package init(format: String, arguments: [Any?] = []) throws(PredicateError) {
        let tokens = try PredicateLexer.tokens(of: format)
        var parser = PredicateParser(tokens: tokens, arguments: arguments)
        self = try parser.parse()
    }
}
