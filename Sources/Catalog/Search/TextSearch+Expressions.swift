import Records

extension TextSearch {
    /// The terms of a search. An asset of the result meets all of them.
    struct Expressions: Hashable, Sendable {
        /// A word of the search, or several that name a kind.
        struct Term: Hashable, Sendable {
            /// The words in the syntax of FTS5.
            let words: String
            /// The kind that the words name. Its assets meet the term without having the words.
            let kind: AssetFilter?
        }

        fileprivate static let wordLimit = 50

        /// Empty if the text has punctuation only, which matches no asset.
        let terms: [Term]

        /// The expression for assets that have all words themselves, or `nil` if a term names a kind.
        var all: String? {
            terms.contains { $0.kind != nil } ? nil : terms.map { "(\($0.words))" }.joined(separator: " AND ")
        }
        /// The expression for albums with any of the words.
        var any: String { terms.map { "(\($0.words))" }.joined(separator: " OR ") }
    }

    func expressions(_ kinds: SearchKinds) -> Expressions {
        let words = text.split(separator: " ").prefix(Expressions.wordLimit).map(String.init)
        var terms: [Expressions.Term] = []
        var index = 0
        while index < words.count {
            if let phrase = relativeDates.first(where: { $0.start == index }),
                phrase.start + phrase.wordCount <= words.count
            {
                let phraseWords = words[index..<index + phrase.wordCount].compactMap(Self.expression)
                terms.append(
                    Expressions.Term(words: Self.expression(of: phrase, words: phraseWords), kind: nil))
                index += phrase.wordCount
                continue
            }
            let kind = kinds.kind(atStartOf: words[index...])
            let end = index + (kind?.wordCount ?? 1)
            let expressions = words[index..<end].compactMap(Self.expression)
            if !expressions.isEmpty {
                terms.append(
                    Expressions.Term(
                        words: expressions.count == 1
                            ? expressions[0] : expressions.map { "(\($0))" }.joined(separator: " AND "),
                        kind: kind?.filter))
            }
            index = end
        }
        return Expressions(terms: terms)
    }

    /// Returns the expression for texts with the words of a phrase, and for its dates.
    private static func expression(of phrase: RelativeDatePhrase, words: [String]) -> String {
        let text = words.isEmpty ? [] : [words.map { "(\($0))" }.joined(separator: " AND ")]
        return (text + phrase.dates.map(SearchDateWords.expression)).map { "(\($0))" }.joined(separator: " OR ")
    }

    /// Tokens contain only letters, digits and emoji, so quotes are sufficient.
    private static func expression(of word: String) -> String? {
        let tokens = SearchTokens.tokens(ofQueryWord: word)
        guard !tokens.isEmpty else { return nil }
        // An f-number is complete: "f/2.8" isn't the beginning of 2.85.
        let startsWithF = word.first == "f" || word.first == "F"
        let isFNumber = startsWithF && word.wholeMatch(of: /[Ff]\/?[0-9]{1,2}[.,][0-9]+/) != nil
        let phrase = "\"\(tokens.joined(separator: " "))\"" + (isFNumber ? "" : " *")
        guard let date = SearchDateWords.expression(ofQueryWord: SearchTokens.folded(word)) else { return phrase }
        return "\(phrase) OR (\(date))"
    }
}
