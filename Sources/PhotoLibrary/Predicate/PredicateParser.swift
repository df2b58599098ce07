/// Parses tokens by precedence climbing: `OR` binds loosest, then `AND`, `NOT`, comparisons, and `&` tightest.
struct PredicateParser {
    private enum Precedence: Int, Comparable {
        case or, and, not, comparison, bits, primary

        static func < (left: Self, right: Self) -> Bool {
            left.rawValue < right.rawValue
        }

        var tighter: Precedence {
            Precedence(rawValue: rawValue + 1) ?? .primary
        }
    }

    /// A predicate or an expression. Parentheses can contain either, and only the following tokens decide which.
    private enum Node {
        case predicate(Predicate)
        case expression(Predicate.Expression)
    }

    private let tokens: [PredicateToken]
    private let arguments: [Any?]
    private var index = 0
    private var nextArgument = 0
    private var depth = 0
    private var comparisons = 0

    init(tokens: [PredicateToken], arguments: [Any?]) {
        self.tokens = tokens
        self.arguments = arguments
    }

    mutating func parse() throws(PredicateError) -> Predicate {
        let start = token
        let predicate = try requirePredicate(parse(from: .or), at: start)
        guard token.kind == .end else {
            throw PredicateError(
                .syntax, "\(token.kind.name) is not expected", position: token.position,
                remedy: "Join comparisons with AND or OR.")
        }
        guard nextArgument == arguments.count else {
            throw PredicateError(
                .argument, "\(arguments.count) arguments were given and \(nextArgument) are used",
                remedy: "Give one argument for each “%” specifier; inside quotes a specifier is plain text.")
        }
        return predicate
    }

    private var token: PredicateToken {
        tokens[index]
    }

    private mutating func advance() {
        if index < tokens.count - 1 { index += 1 }
    }

    // MARK: Operators

    private var precedence: Precedence? {
        switch token.kind {
        case .or: .or
        case .and: .and
        case .comparison: .comparison
        case .bitAnd: .bits
        default: nil
        }
    }

    private mutating func parse(from minimum: Precedence) throws(PredicateError) -> Node {
        let start = token
        var left = try parsePrefix()
        while let precedence, precedence >= minimum {
            switch precedence {
            case .or, .and:
                let terms = try parseTerms(after: requirePredicate(left, at: start), precedence: precedence)
                left = .predicate(precedence == .or ? .or(terms) : .and(terms))
            case .comparison:
                left = .predicate(try parseComparison(of: requireExpression(left, at: start)))
            case .bits, .not, .primary:
                advance()
                let operand = token
                let right = try requireExpression(parse(from: precedence.tighter), at: operand)
                left = .expression(.bits(try requireExpression(left, at: start), right))
            }
        }
        return left
    }

    private mutating func parseTerms(
        after first: Predicate, precedence: Precedence
    ) throws(PredicateError) -> [Predicate] {
        var terms = [first]
        while self.precedence == precedence {
            advance()
            let start = token
            terms.append(try requirePredicate(parse(from: precedence.tighter), at: start))
        }
        return terms
    }

    private mutating func parseComparison(of left: Predicate.Expression) throws(PredicateError) -> Predicate {
        guard case .comparison(let `operator`) = token.kind else {
            throw PredicateError(.syntax, "A comparison is missing", position: token.position)
        }
        comparisons += 1
        guard comparisons <= Predicate.Limits.comparisons else {
            throw PredicateError(
                .tooLarge, "The predicate has more than \(Predicate.Limits.comparisons) comparisons",
                position: token.position, remedy: "Use IN with a list.")
        }
        advance()
        let comparison = try parseOptions(of: `operator`)
        let start = token
        let right = try requireExpression(parse(from: .bits), at: start)
        return .comparison(left, comparison, right)
    }

    private mutating func parseOptions(
        of operator: Predicate.Operator
    ) throws(PredicateError) -> Predicate.Comparison {
        var comparison = Predicate.Comparison(`operator`)
        guard case .options(let letters) = token.kind else { return comparison }
        for letter in letters {
            switch letter {
            case "c": comparison.ignoresCase = true
            case "d": comparison.ignoresDiacritics = true
            default:
                throw PredicateError(
                    .unsupportedOperator, "“[\(letters)]” is not supported", position: token.position,
                    remedy: "Write [c], [d] or [cd].")
            }
        }
        advance()
        return comparison
    }

    private func requirePredicate(_ node: Node, at start: PredicateToken) throws(PredicateError) -> Predicate {
        switch node {
        case .predicate(let predicate): return predicate
        case .expression(.key(let key)):
            throw PredicateError(
                .syntax, "“\(key)” is not compared with anything", position: start.position,
                remedy: "Write “\(key) == YES”.")
        case .expression:
            throw PredicateError(
                .syntax, "A value is not compared with anything", position: start.position,
                remedy: "Write “key == value”.")
        }
    }

    private func requireExpression(
        _ node: Node, at start: PredicateToken
    ) throws(PredicateError) -> Predicate.Expression {
        if case .expression(let expression) = node { return expression }
        throw PredicateError(
            .syntax, "A condition stands where a key or a value is expected", position: start.position,
            remedy: "Join conditions with AND or OR.")
    }

    // MARK: Operands

    private mutating func parsePrefix() throws(PredicateError) -> Node {
        let start = token
        advance()
        switch start.kind {
        case .keyword(.truePredicate): return .predicate(.constant(true))
        case .keyword(.falsePredicate): return .predicate(.constant(false))
        case .keyword(.object): return .expression(.object)
        case .identifier(let word): return .expression(try key(word, at: start))
        case .specifier(.key): return .expression(try keyArgument(at: start))
        case .not:
            try descend(at: start)
            let operand = token
            let inner = try requirePredicate(parse(from: .not), at: operand)
            depth -= 1
            return .predicate(.not(inner))
        case .openParenthesis:
            try descend(at: start)
            let inner = try parse(from: .or)
            try expect(.closeParenthesis, toMatch: start)
            depth -= 1
            return inner
        case .openBrace: return .expression(.value(try parseList(from: start)))
        default: return .expression(.value(try parseValue(start)))
        }
    }

    private mutating func descend(at start: PredicateToken) throws(PredicateError) {
        depth += 1
        guard depth <= Predicate.Limits.depth else {
            throw PredicateError(
                .tooLarge, "The predicate is nested deeper than \(Predicate.Limits.depth) levels",
                position: start.position)
        }
    }

    private mutating func expect(_ kind: PredicateToken.Kind, toMatch start: PredicateToken) throws(PredicateError) {
        guard token.kind == kind else {
            throw PredicateError(
                .syntax,
                "\(kind.name) is expected before \(token.kind.name), for \(start.kind.name) at character "
                    + "\(start.position)", position: token.position)
        }
        advance()
    }

    private func key(_ word: String, at start: PredicateToken) throws(PredicateError) -> Predicate.Expression {
        if token.kind == .openParenthesis {
            throw PredicateError(
                .unsupportedOperator,
                "Unsupported predicate in fetch options: the function “\(word)” is not supported",
                position: start.position, remedy: "Compute the value first and pass it as an argument.")
        }
        return Self.key(path: word)
    }

    /// Returns the expression for a key path. A leading `SELF.` has no effect.
    private static func key(path: String) -> Predicate.Expression {
        let prefix = "SELF."
        if path.uppercased() == "SELF" { return .object }
        return .key(path.prefix(prefix.count).uppercased() == prefix ? String(path.dropFirst(prefix.count)) : path)
    }

    private mutating func keyArgument(at start: PredicateToken) throws(PredicateError) -> Predicate.Expression {
        guard case .text(let path) = try argument(at: start), !path.isEmpty else {
            throw PredicateError(
                .argument, "%K takes a key as a string", position: start.position,
                remedy: "Pass “creationDate” or another key.")
        }
        return Self.key(path: path)
    }

    private mutating func parseList(from start: PredicateToken) throws(PredicateError) -> Predicate.Value {
        var values: [Predicate.Value] = []
        if token.kind != .closeBrace {
            while true {
                let element = token
                advance()
                let value = try parseValue(element)
                if case .list = value {
                    throw PredicateError(
                        .argument, "A list stands inside a list", position: element.position,
                        remedy: "Pass it alone: “key IN %@”.")
                }
                values.append(value)
                guard token.kind == .comma else { break }
                advance()
            }
        }
        try expect(.closeBrace, toMatch: start)
        return .list(values)
    }

    /// Parses a literal or an argument. The parser has already passed its first token, `start`.
    private mutating func parseValue(_ start: PredicateToken) throws(PredicateError) -> Predicate.Value {
        switch start.kind {
        case .integer(let number): return .integer(number)
        case .real(let number): return .real(number)
        case .text(let text): return .text(text)
        case .keyword(.null): return .null
        case .keyword(.yes): return .integer(1)
        case .keyword(.no): return .integer(0)
        case .specifier(.object): return try argument(at: start)
        case .specifier(.number): return try numberArgument(at: start)
        case .minus: return try parseNegative()
        default:
            throw PredicateError(
                .syntax, "A key or a value is expected before \(start.kind.name)", position: start.position)
        }
    }

    private mutating func parseNegative() throws(PredicateError) -> Predicate.Value {
        let number = token
        advance()
        switch number.kind {
        case .integer(let magnitude): return .integer(-magnitude)
        case .real(let magnitude): return .real(-magnitude)
        default:
            throw PredicateError(
                .syntax, "A number is expected before \(number.kind.name)", position: number.position)
        }
    }

    // MARK: Arguments

    private mutating func argument(at start: PredicateToken) throws(PredicateError) -> Predicate.Value {
        guard nextArgument < arguments.count else {
            throw PredicateError(
                .argument, "\(arguments.count) arguments were given, too few for this format",
                position: start.position, remedy: "Give one argument for each “%” specifier.")
        }
        let argument = arguments[nextArgument]
        nextArgument += 1
        guard let value = Predicate.Value(argument: argument) else {
            throw PredicateError(
                .argument,
                "Argument \(nextArgument) is of a kind that a predicate cannot use"
                    + (argument.map { ": \(type(of: $0))" } ?? ""),
                position: start.position, remedy: "Pass numbers, strings, dates, assets, or arrays of these.")
        }
        return value
    }

    private mutating func numberArgument(at start: PredicateToken) throws(PredicateError) -> Predicate.Value {
        let value = try argument(at: start)
        switch value {
        case .integer, .real: return value
        default:
            throw PredicateError(
                .argument, "Argument \(nextArgument) is not a number", position: start.position,
                remedy: "Write %@ for strings, dates and arrays.")
        }
    }
}
