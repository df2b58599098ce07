/// A word, sign or literal of a predicate's format, with the position of its first character, counted from 1.
struct PredicateToken: Equatable {
    let kind: Kind
    let position: Int

    enum Kind: Equatable {
        case identifier(String)
        case integer(Int64)
        case real(Double)
        case text(String)
        case specifier(Specifier)
        case keyword(Keyword)
        case comparison(Predicate.Operator)
        /// The letters in brackets after an operator.
        case options(String)
        case bitAnd, and, or, not
        case minus, comma
        case openParenthesis, closeParenthesis
        case openBrace, closeBrace
        case end
    }

    enum Specifier: Equatable {
        /// `%@`.
        case object
        /// `%K`.
        case key
        /// `%d`, `%lu`, `%f` and the like.
        case number
    }

    enum Keyword: Equatable {
        case object
        case null
        case yes, no
        case truePredicate, falsePredicate
    }
}

extension PredicateToken.Kind {
    /// The token's name in messages.
    var name: String {
        switch self {
        case .identifier(let word): "“\(word)”"
        case .integer(let number): "“\(number)”"
        case .real(let number): "“\(number)”"
        case .text: "a string"
        case .specifier: "an argument"
        case .keyword(.object): "“SELF”"
        case .keyword(.null): "“nil”"
        case .keyword(.yes), .keyword(.no): "a Boolean"
        case .keyword(.truePredicate): "“TRUEPREDICATE”"
        case .keyword(.falsePredicate): "“FALSEPREDICATE”"
        case .comparison: "a comparison"
        case .options(let letters): "“[\(letters)]”"
        case .bitAnd: "“&”"
        case .and: "“AND”"
        case .or: "“OR”"
        case .not: "“NOT”"
        case .minus: "“-”"
        case .comma: "“,”"
        case .openParenthesis: "“(”"
        case .closeParenthesis: "“)”"
        case .openBrace: "“{”"
        case .closeBrace: "“}”"
        case .end: "the end"
        }
    }
}
