internal import GRDB

/// A filter as a condition for `WHERE`, with the values of its parameters in order.
///
/// If the filter is false, the condition can be 0 or NULL. So negate the filter, never this SQL.
package struct AssetFilterSQL: Sendable, Hashable {
    package let text: String
    package let values: [AssetFilter.Value]

    var arguments: StatementArguments {
        StatementArguments(values.map(\.databaseValue))
    }
}

extension AssetFilter {
    /// Returns the filter as SQL for `asset`, `assetImage` or any table with the filterable columns.
    ///
    /// - Parameters:
    ///   - alias: The table's alias in the query, an SQL identifier.
    ///   - readsDetailsAsSets: Whether to compare details in their own table, and the rows with the matching assets.
    package func sql(alias: String? = nil, readsDetailsAsSets: Bool = false) -> AssetFilterSQL {
        var renderer = Renderer(alias: alias, readsDetailsAsSets: readsDetailsAsSets)
        let text = renderer.render(self, isNegated: false)
        return AssetFilterSQL(text: text, values: renderer.values)
    }

    /// Applies negation at the leaves, so that each leaf handles columns without a value.
    private struct Renderer {
        /// Longer lists are passed as one JSON array, because SQLite has a limit of 32,766 parameters.
        static let longestBoundList = 16
        static let mostBoundListValues = 10_000

        let alias: String?
        let readsDetailsAsSets: Bool
        var values: [Value] = []
        /// Whether the condition is for rows of the table with the details.
        private var isInDetails = false

        init(alias: String?, readsDetailsAsSets: Bool) {
            self.alias = alias
            self.readsDetailsAsSets = readsDetailsAsSets
        }

        mutating func render(_ filter: AssetFilter, isNegated: Bool) -> String {
            if readsDetailsAsSets, !isInDetails, let set = set(filter, isNegated: isNegated) { return set }
            switch filter {
            case .all: return truth(!isNegated)
            case .none: return truth(isNegated)
            case .not(let inner): return render(inner, isNegated: !isNegated)
            case .and(let filters): return join(filters, isConjunction: true, isNegated: isNegated)
            case .or(let filters): return join(filters, isConjunction: false, isNegated: isNegated)
            case .comparison(let expression, let comparison, let value):
                return compare(expression, comparison, value, isNegated: isNegated)
            case .columns(let left, let comparison, let right):
                return compare(left, comparison, right, isNegated: isNegated)
            case .isNull(let column):
                guard column.isNullable else { return truth(isNegated) }
                return "\(name(column)) IS \(isNegated ? "NOT NULL" : "NULL")"
            case .isIn(let expression, let list):
                return contain(expression, list, isNegated: isNegated)
            case .between(let expression, let lower, let upper):
                return render(
                    .and([
                        .comparison(expression, .greaterOrEqual, lower),
                        .comparison(expression, .lessOrEqual, upper),
                    ]), isNegated: isNegated)
            case .matches(let column, let match):
                return self.match(column, match, isNegated: isNegated)
            }
        }

        /// Returns a condition on details as a set of assets, or `nil` for other conditions.
        private mutating func set(_ filter: AssetFilter, isNegated: Bool) -> String? {
            switch filter {
            case .comparison(let expression, .notEqual, let value) where expression.column.table != nil:
                return set(.comparison(expression, .equal, value), isNegated: !isNegated)
            case .comparison(let expression, _, let value):
                return value.isNaN ? nil : set(of: expression.column, filter, isNegated)
            case .isIn(let expression, _): return set(of: expression.column, filter, isNegated)
            case .matches(let column, _): return set(of: column, filter, isNegated)
            default: return nil
            }
        }

        private mutating func set(of column: AssetColumn, _ filter: AssetFilter, _ isNegated: Bool) -> String? {
            guard let table = column.table, table != .place else { return nil }
            isInDetails = true
            let condition = render(filter, isNegated: false)
            isInDetails = false
            let row = "\(alias ?? "asset").id"
            let assets = "SELECT assetId FROM \(table.rawValue) WHERE \(condition)"
            switch table {
            case .place: return nil
            case .metadata: return "\(row) \(isNegated ? "NOT IN" : "IN") (\(assets))"
            case .resource:
                // An asset has several files. The file that the condition concerns is looked up only if any file matches.
                let test = "\(row) IN (\(assets)) AND coalesce(\(renderRow(filter)), 0)"
                return "\(isNegated ? "NOT " : "")(\(test))"
            }
        }

        /// Renders a condition for the row itself.
        private mutating func renderRow(_ filter: AssetFilter) -> String {
            var renderer = Renderer(alias: alias, readsDetailsAsSets: false)
            renderer.values = values
            let text = renderer.render(filter, isNegated: false)
            values = renderer.values
            return text
        }

        private mutating func join(_ filters: [AssetFilter], isConjunction: Bool, isNegated: Bool) -> String {
            let isConjunction = isConjunction != isNegated
            var operands: [Operand] = []
            for filter in filters {
                gather(filter, isConjunction: isConjunction, isNegated: isNegated, into: &operands)
            }
            guard !operands.isEmpty else { return truth(isConjunction) }
            // The most deeply nested operand comes first. SQLite's parser then stores one parenthesis per level, and
            // not the terms before it. Its stack has 100 entries.
            operands.sort { $0.nesting > $1.nesting }
            var terms: [String] = []
            for operand in operands {
                terms.append(render(operand.filter, isNegated: operand.isNegated))
            }
            return balance(terms[...], with: isConjunction ? " AND " : " OR ")
        }

        private struct Operand {
            let filter: AssetFilter
            let isNegated: Bool
            let nesting: Int
        }

        /// Flattens conjunctions in conjunctions and disjunctions in disjunctions at any depth.
        private func gather(
            _ filter: AssetFilter, isConjunction: Bool, isNegated: Bool, into operands: inout [Operand]
        ) {
            switch filter {
            case .not(let inner):
                gather(inner, isConjunction: isConjunction, isNegated: !isNegated, into: &operands)
            case .and(let filters) where isConjunction != isNegated, .or(let filters) where isConjunction == isNegated:
                for filter in filters {
                    gather(filter, isConjunction: isConjunction, isNegated: isNegated, into: &operands)
                }
            default: operands.append(Operand(filter: filter, isNegated: isNegated, nesting: filter.nesting))
            }
        }

        /// Builds a balanced tree. A chain would be as deep as it's long, and SQLite rejects trees deeper than 1,000.
        private func balance(_ terms: ArraySlice<String>, with separator: String) -> String {
            guard terms.count > 4 else {
                return terms.count == 1 ? terms.joined() : "(\(terms.joined(separator: separator)))"
            }
            let middle = terms.startIndex + terms.count / 2
            return "(\(balance(terms[..<middle], with: separator))\(separator)"
                + "\(balance(terms[middle...], with: separator)))"
        }

        private mutating func compare(
            _ expression: Expression, _ comparison: Comparison, _ value: Value, isNegated: Bool
        ) -> String {
            // SQLite stores no NaN and would treat it as NULL.
            if value.isNaN { return truth((comparison == .notEqual) != isNegated) }
            let isNullable = expression.column.isNullable
            let effective = isNegated ? comparison.negated : comparison
            if effective == .notEqual, isNullable {
                return "\(render(expression)) IS NOT \(bind(value, for: expression))"
            }
            let test = "\(render(expression)) \(effective.symbol) \(bind(value, for: expression))"
            guard isNegated, isNullable, effective != .equal else { return test }
            return "(\(test) OR \(render(expression)) IS NULL)"
        }

        private func compare(
            _ left: AssetColumn, _ comparison: Comparison, _ right: AssetColumn, isNegated: Bool
        ) -> String {
            let effective = isNegated ? comparison.negated : comparison
            switch effective {
            case .equal: return "\(name(left)) IS \(name(right))"
            case .notEqual: return "\(name(left)) IS NOT \(name(right))"
            default:
                let test = "\(name(left)) \(effective.symbol) \(name(right))"
                let nullable = [left, right].filter(\.isNullable)
                guard isNegated, !nullable.isEmpty else { return test }
                return "(\(([test] + nullable.map { "\(name($0)) IS NULL" }).joined(separator: " OR ")))"
            }
        }

        private mutating func contain(_ expression: Expression, _ list: [Value], isNegated: Bool) -> String {
            let list = list.filter { !$0.isNaN }
            guard !list.isEmpty else { return truth(isNegated) }
            let left = render(expression)
            let right: String
            if list.count <= Self.longestBoundList, values.count < Self.mostBoundListValues {
                values += list
                right = "(\(Array(repeating: "?", count: list.count).joined(separator: ", ")))"
            } else {
                values.append(.text(Value.jsonArray(list)))
                right = "(SELECT value FROM json_each(?))"
            }
            guard isNegated else { return "\(left) IN \(right)" }
            let test = "\(left) NOT IN \(right)"
            return expression.column.isNullable ? "(\(test) OR \(render(expression)) IS NULL)" : test
        }

        private mutating func match(_ column: AssetColumn, _ match: TextMatch, isNegated: Bool) -> String {
            values += [
                .text(match.folded(match.pattern)), .integer(match.kind.rawValue),
                .integer(match.ignoresCase ? 1 : 0), .integer(match.ignoresDiacritics ? 1 : 0),
            ]
            let negation = isNegated ? "NOT " : ""
            if column == .place { return "\(negation)\(matchPlace)" }
            guard column.kind == .textList else {
                return "\(negation)\(TextMatch.functionName)(\(name(column)), ?, ?, ?, ?)"
            }
            return """
                \(negation)EXISTS (SELECT 1 FROM json_each(\(name(column))) AS element \
                WHERE \(TextMatch.functionName)(element.value, ?, ?, ?, ?))
                """
        }

        /// The condition that an asset's place has a name that matches. The names of each place are compared once, not those
        /// of each asset.
        private var matchPlace: String {
            let row = "\(alias ?? "asset").id"
            let places = """
                SELECT namedPlace.id FROM namedPlace CROSS JOIN json_each(names) AS element \
                WHERE \(TextMatch.functionName)(element.value, ?, ?, ?, ?)
                """
            return readsDetailsAsSets
                ? "\(row) IN (SELECT assetId FROM assetPlace WHERE placeId IN (\(places)))"
                : "EXISTS (SELECT 1 FROM assetPlace WHERE assetId = \(row) AND placeId IN (\(places)))"
        }

        /// Writes the 0 and 1 of a flag as literals, because SQLite only uses a partial index if it can read the
        /// condition.
        private mutating func bind(_ value: Value, for expression: Expression) -> String {
            if case .column(let column) = expression, column.kind == .flag {
                if value == .integer(0) { return "0" }
                if value == .integer(1) { return "1" }
            }
            values.append(value)
            return "?"
        }

        private mutating func render(_ expression: Expression) -> String {
            switch expression {
            case .column(let column): return name(column)
            case .bits(let column, let mask):
                values.append(.integer(mask))
                return "(\(name(column)) & ?)"
            }
        }

        private func name(_ column: AssetColumn) -> String {
            isInDetails ? column.rawValue : column.sql(alias: alias)
        }

        private func truth(_ isTrue: Bool) -> String {
            isTrue ? "1" : "0"
        }
    }
}

extension AssetFilter.Comparison {
    fileprivate var symbol: String {
        switch self {
        case .equal: "="
        case .notEqual: "<>"
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
    }
}

extension AssetFilter.Value {
    fileprivate var isNaN: Bool {
        if case .real(let number) = self { number.isNaN } else { false }
    }

    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .integer(let number): number.databaseValue
        case .real(let number): number.databaseValue
        case .text(let text): text.databaseValue
        }
    }

    /// Returns the values in the format of SQLite's `json_each`.
    fileprivate static func jsonArray(_ values: [AssetFilter.Value]) -> String {
        var json = "["
        for (index, value) in values.enumerated() {
            if index > 0 { json += "," }
            switch value {
            case .integer(let number): json += String(number)
            case .real(let number) where number.isInfinite: json += number < 0 ? "-9e999" : "9e999"
            case .real(let number): json += String(number)
            case .text(let text): appendQuoted(text, to: &json)
            }
        }
        return json + "]"
    }

    private static func appendQuoted(_ text: String, to json: inout String) {
        json += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: json.unicodeScalars.append(scalar)
            }
        }
        json += "\""
    }
}
