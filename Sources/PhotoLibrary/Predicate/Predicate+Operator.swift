internal import Catalog

extension Predicate.Operator {
    /// The operator's spelling in a predicate format.
    var name: String {
        switch self {
        case .equal: "=="
        case .notEqual: "!="
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        case .isIn: "IN"
        case .between: "BETWEEN"
        case .contains: "CONTAINS"
        case .beginsWith: "BEGINSWITH"
        case .endsWith: "ENDSWITH"
        case .like: "LIKE"
        }
    }

    var columnComparison: AssetFilter.Comparison? {
        switch self {
        case .equal: .equal
        case .notEqual: .notEqual
        case .less: .less
        case .lessOrEqual: .lessOrEqual
        case .greater: .greater
        case .greaterOrEqual: .greaterOrEqual
        case .isIn, .between, .contains, .beginsWith, .endsWith, .like: nil
        }
    }

    var textMatch: AssetFilter.TextMatch.Kind? {
        switch self {
        case .equal, .notEqual: .equal
        case .contains: .contains
        case .beginsWith: .beginsWith
        case .endsWith: .endsWith
        case .like: .like
        case .isIn, .between, .less, .lessOrEqual, .greater, .greaterOrEqual: nil
        }
    }
}

extension Predicate.Value {
    /// The name of the value's kind in messages.
    var kindName: String {
        switch self {
        case .null: "nil"
        case .integer, .real: "a number"
        case .text: "a string"
        case .date: "a date"
        case .object: "an object"
        case .list: "a list"
        }
    }

    /// The value as an integer, or `nil` if it isn't a whole number.
    var wholeNumber: Int64? {
        switch self {
        case .integer(let number): number
        case .real(let number): Int64(exactly: number)
        default: nil
        }
    }
}

extension Predicate.Value {
    /// The value with whole reals as integers, so that 1 equals 1.0.
    var simplified: Self {
        wholeNumber.map { .integer($0) } ?? self
    }

    /// Returns whether this value is less than `other`. Returns `false` if a value is missing, or if the kinds have no
    /// common order.
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

extension Predicate.Comparison {
    /// Returns the comparison for `key op value` that is equivalent to `value op key` with this comparison.
    ///
    /// - Throws: An error if the operator needs the key on its left side.
    func mirrored() throws(PredicateError) -> Predicate.Comparison {
        var result = self
        switch self.operator {
        case .equal, .notEqual: break
        case .less: result.operator = .greater
        case .lessOrEqual: result.operator = .greaterOrEqual
        case .greater: result.operator = .less
        case .greaterOrEqual: result.operator = .lessOrEqual
        case .contains: result.operator = .isIn
        case .isIn, .between, .beginsWith, .endsWith, .like:
            throw PredicateError(
                .unsupportedOperator,
                "Unsupported predicate in fetch options: \(self.operator.name) needs the key on its left side",
                remedy: "Write “key \(self.operator.name) value”.")
        }
        return result
    }
}
