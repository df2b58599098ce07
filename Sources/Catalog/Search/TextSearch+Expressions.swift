import Records

extension TextSearch {
    /// The words in the syntax of FTS5.
    struct Expressions {
        fileprivate static let wordLimit = 50

        /// An expression for each word. Empty if the text has punctuation only, which matches no asset.
        let words: [String]

        /// The expression for assets that have all words themselves.
        var all: String { words.map { "(\($0))" }.joined(separator: " AND ") }
        /// The expression for albums with any of the words.
        var any: String { words.map { "(\($0))" }.joined(separator: " OR ") }
    }

    var expressions: Expressions {
        let words = text.split(separator: " ").prefix(Expressions.wordLimit)
        return Expressions(words: words.compactMap { Self.expression(of: String($0)) })
    }

    /// Tokens contain only letters, digits and emoji, so quotes are sufficient.
    private static func expression(of word: String) -> String? {
        let tokens = SearchTokens.tokens(ofQueryWord: word)
        guard !tokens.isEmpty else { return nil }
        let phrase = "\"\(tokens.joined(separator: " "))\" *"
        guard let date = SearchDateWords.expression(ofQueryWord: SearchTokens.folded(word)) else { return phrase }
        return "\(phrase) OR (\(date))"
    }
}
