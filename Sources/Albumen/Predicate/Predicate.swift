/// A parsed predicate: what a client wrote, with its arguments in place, before anyone asks whether it can be run.
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

    /// An operator with the options behind it, `[cd]`.
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
    /// Bounds for what a client may ask, far above what one writes by hand and below what exhausts a stack.
    package enum Limits {
        /// Unicode scalars of one format.
        package static let formatLength = 100_000
        /// Parentheses and negations inside one another in a format.
        package static let depth = 100
        /// Compounds inside one another, which clients build in loops.
        package static let compoundDepth = 500
        package static let comparisons = 5_000
    }

    /// Parses a format as `NSPredicate` does, each argument taking the place of one `%` specifier.
    ///
    /// Whether a key exists is not known here: see ``assetFilter()``.
    package init(format: String, arguments: [Any?] = []) throws(PredicateError) {
        let tokens = try PredicateLexer.tokens(of: format)
        var parser = PredicateParser(tokens: tokens, arguments: arguments)
        self = try parser.parse()
    }
}
