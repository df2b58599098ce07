/// Splits a predicate's format into tokens.
struct PredicateLexer {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var tokens: [PredicateToken] = []

    /// Returns the tokens of a format. The last token is `.end`.
    static func tokens(of format: String) throws(PredicateError) -> [PredicateToken] {
        guard format.utf8.count <= Predicate.Limits.formatLength * 4,
            format.unicodeScalars.count <= Predicate.Limits.formatLength
        else {
            throw PredicateError(
                .tooLarge, "The predicate is longer than \(Predicate.Limits.formatLength) characters",
                remedy: "Pass long lists as an argument: “localIdentifier IN %@”.")
        }
        var lexer = PredicateLexer(scalars: Array(format.unicodeScalars))
        try lexer.run()
        return lexer.tokens
    }

    private init(scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        index + distance < scalars.count ? scalars[index + distance] : nil
    }

    private mutating func run() throws(PredicateError) {
        while let scalar = peek() {
            let start = index
            if scalar.properties.isWhitespace {
                index += 1
                continue
            }
            let kind = try next(scalar)
            tokens.append(PredicateToken(kind: kind, position: start + 1))
        }
        tokens.append(PredicateToken(kind: .end, position: scalars.count + 1))
    }

    private mutating func next(_ scalar: Unicode.Scalar) throws(PredicateError) -> PredicateToken.Kind {
        switch scalar {
        case "'", "\"": return try readText(quote: scalar)
        case "%": return try readSpecifier()
        case "[": return try readOptions()
        case "#":
            index += 1
            guard let first = peek(), Self.startsWord(first) else { throw unexpected(scalar) }
            return .identifier(readWord())
        case "$":
            throw PredicateError(
                .syntax, "Substitution variables are not supported", position: index + 1,
                remedy: "Pass the value as an argument: “%@”.")
        case _ where Self.isDigit(scalar): return try readNumber()
        case "." where peek(1).map(Self.isDigit) == true: return try readNumber()
        case _ where Self.startsWord(scalar): return try Self.kind(ofWord: readWord(), position: index)
        default: return try readSign(scalar)
        }
    }

    // MARK: Words

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar)
    }

    private static func startsWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.properties.isAlphabetic
    }

    /// Reads a word with its dotted path, such as `SELF.mediaType`.
    private mutating func readWord() -> String {
        var word = String.UnicodeScalarView()
        while let scalar = peek() {
            let isDot = scalar == "." && peek(1).map(Self.startsWord) == true
            guard isDot || Self.startsWord(scalar) || Self.isDigit(scalar) else { break }
            word.append(scalar)
            index += 1
        }
        return String(word)
    }

    private static func kind(ofWord word: String, position: Int) throws(PredicateError) -> PredicateToken.Kind {
        switch word.uppercased() {
        case "AND": return .and
        case "OR": return .or
        case "NOT": return .not
        case "IN": return .comparison(.isIn)
        case "BETWEEN": return .comparison(.between)
        case "CONTAINS": return .comparison(.contains)
        case "BEGINSWITH": return .comparison(.beginsWith)
        case "ENDSWITH": return .comparison(.endsWith)
        case "LIKE": return .comparison(.like)
        case "SELF": return .keyword(.object)
        case "NIL", "NULL": return .keyword(.null)
        case "YES", "TRUE": return .keyword(.yes)
        case "NO", "FALSE": return .keyword(.no)
        case "TRUEPREDICATE": return .keyword(.truePredicate)
        case "FALSEPREDICATE": return .keyword(.falsePredicate)
        case "MATCHES":
            throw PredicateError(
                .unsupportedOperator, "Unsupported predicate in fetch options: “MATCHES” is not supported",
                position: position - 6, remedy: "Use LIKE, CONTAINS, BEGINSWITH or ENDSWITH.")
        case "ANY", "ALL", "SOME", "NONE", "SUBQUERY", "CAST", "FUNCTION":
            throw PredicateError(
                .unsupportedOperator, "Unsupported predicate in fetch options: “\(word)” is not supported",
                position: position - word.unicodeScalars.count + 1,
                remedy: "Compare one key with one value, and join comparisons with AND, OR and NOT.")
        default: return .identifier(word)
        }
    }

    // MARK: Literals

    private mutating func readText(quote: Unicode.Scalar) throws(PredicateError) -> PredicateToken.Kind {
        let start = index
        index += 1
        var text = String.UnicodeScalarView()
        while let scalar = peek() {
            index += 1
            if scalar == quote { return .text(String(text)) }
            guard scalar == "\\" else {
                text.append(scalar)
                continue
            }
            guard let escaped = peek() else { break }
            index += 1
            switch escaped {
            case "n": text.append("\n")
            case "t": text.append("\t")
            case "r": text.append("\r")
            // `\*` and `\?` keep their backslash, because LIKE interprets them.
            case "*", "?", "\\": text.append(contentsOf: escaped == "\\" ? ["\\"] : ["\\", escaped])
            default: text.append(escaped)
            }
        }
        throw PredicateError(
            .syntax, "A string has no end", position: start + 1, remedy: "Close it with \(quote).")
    }

    private mutating func readNumber() throws(PredicateError) -> PredicateToken.Kind {
        let start = index
        var digits = ""
        func isSign(_ scalar: Unicode.Scalar?) -> Bool { scalar == "+" || scalar == "-" }
        while let scalar = peek() {
            let isExponent = scalar == "e" || scalar == "E"
            let follows = isSign(peek(1)) ? peek(2) : peek(1)
            if Self.isDigit(scalar) || scalar == "." {
                digits.unicodeScalars.append(scalar)
                index += 1
            } else if isExponent, let follows, Self.isDigit(follows) {
                digits += "e"
                index += 1
                if let sign = peek(), isSign(sign) {
                    digits.unicodeScalars.append(sign)
                    index += 1
                }
            } else {
                break
            }
        }
        if let integer = Int64(digits) { return .integer(integer) }
        guard let real = Double(digits), real.isFinite, peek().map(Self.startsWord) != true else {
            throw PredicateError(.syntax, "“\(digits.prefix(40))” is not a number", position: start + 1)
        }
        return .real(real)
    }

    private mutating func readSpecifier() throws(PredicateError) -> PredicateToken.Kind {
        let start = index
        index += 1
        while let scalar = peek(), "0123456789.hlqLzjt".unicodeScalars.contains(scalar) { index += 1 }
        guard let conversion = peek() else {
            throw PredicateError(
                .syntax, "“%” has no conversion behind it", position: start + 1, remedy: "Write %@, %d, %f or %K.")
        }
        index += 1
        switch conversion {
        case "@": return .specifier(.object)
        case "K": return .specifier(.key)
        case _ where "dDiuUoOxXcCeEfFgGaA".unicodeScalars.contains(conversion): return .specifier(.number)
        case "%":
            throw PredicateError(
                .syntax, "“%%” stands for a percent sign, which isn't an operator here", position: start + 1,
                remedy: "Inside a quoted string write “%” alone.")
        default:
            throw PredicateError(
                .syntax, "“%\(conversion)” isn't an argument that a predicate takes", position: start + 1,
                remedy: "Write %@, %d, %f or %K.")
        }
    }

    private mutating func readOptions() throws(PredicateError) -> PredicateToken.Kind {
        let start = index
        guard case .comparison = tokens.last?.kind else {
            throw PredicateError(
                .syntax, "“[” may only stand behind an operator", position: start + 1,
                remedy: "Write CONTAINS[cd] or ==[c].")
        }
        index += 1
        var letters = ""
        while let scalar = peek(), Self.startsWord(scalar), letters.count < 8 {
            letters.unicodeScalars.append(scalar)
            index += 1
        }
        guard peek() == "]" else {
            throw PredicateError(.syntax, "“]” is missing", position: index + 1, remedy: "Write [c], [d] or [cd].")
        }
        index += 1
        return .options(letters.lowercased())
    }

    // MARK: Signs

    private static let signs: [(spelling: [Unicode.Scalar], kind: PredicateToken.Kind)] = [
        (["&", "&"], .and), (["|", "|"], .or),
        (["=", "="], .comparison(.equal)), (["!", "="], .comparison(.notEqual)),
        (["<", ">"], .comparison(.notEqual)), (["<", "="], .comparison(.lessOrEqual)),
        (["=", "<"], .comparison(.lessOrEqual)), ([">", "="], .comparison(.greaterOrEqual)),
        (["=", ">"], .comparison(.greaterOrEqual)),
        (["="], .comparison(.equal)), (["<"], .comparison(.less)), ([">"], .comparison(.greater)),
        (["!"], .not), (["&"], .bitAnd), (["-"], .minus), ([","], .comma),
        (["("], .openParenthesis), ([")"], .closeParenthesis), (["{"], .openBrace), (["}"], .closeBrace),
    ]

    private mutating func readSign(_ scalar: Unicode.Scalar) throws(PredicateError) -> PredicateToken.Kind {
        let isShift = (scalar == "<" || scalar == ">") && peek(1) == scalar
        let sign = Self.signs.first { scalars[index...].starts(with: $0.spelling) }
        guard let sign, !isShift else { throw unexpected(scalar) }
        index += sign.spelling.count
        return sign.kind
    }

    private func unexpected(_ scalar: Unicode.Scalar) -> PredicateError {
        let isArithmetic = "+*/|^~<>".unicodeScalars.contains(scalar)
        return PredicateError(
            .syntax, "“\(scalar)” is not expected", position: index + 1,
            remedy: isArithmetic ? "Of the arithmetic operators only “&” is supported." : nil)
    }
}
