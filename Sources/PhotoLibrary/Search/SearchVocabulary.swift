import Catalog

/// The names that complete searches, and the words that correct them.
///
/// The vocabulary has at most `limit` keywords and as many words. So its size, and the time to search it, has a limit
/// that doesn't depend on the library.
struct SearchVocabulary: Sendable {
    /// A name in the library.
    struct Name: Sendable {
        let kind: SearchCompletion.Kind
        /// The English name, the Chinese name if it's another one, and those in other languages.
        let titles: [String]
        let count: Int
        /// The Chinese name, or `nil` if it's the English one.
        let chineseTitle: Int?

        init(kind: SearchCompletion.Kind, titles: [String], count: Int) {
            (self.kind, self.titles, self.count) = (kind, titles, count)
            chineseTitle = titles.count > 1 ? 1 : nil
        }

        /// A name in all languages.
        init(kind: SearchCompletion.Kind, english: String, chinese: String, others: [String], count: Int) {
            var titles = [english]
            for title in [chinese] + others where !titles.contains(title) { titles.append(title) }
            (self.kind, self.titles, self.count) = (kind, titles, count)
            chineseTitle = chinese == english ? nil : 1
        }

        /// Returns a number that is smaller for the better of two titles that match.
        func rank(ofTitle title: Int, prefersChinese: Bool) -> Int {
            title == (prefersChinese ? chineseTitle ?? 0 : 0) ? -1 : title
        }
    }

    /// A place in a title where a text can match: its start, or the start of one of its words.
    private struct Key {
        let text: String
        let name: Int
        let title: Int
        let isStart: Bool
    }

    private struct Word {
        let text: String
        let letters: [Unicode.Scalar]
        let mask: UInt64
        let count: Int
    }

    static let limit = 50_000
    /// The largest number of places that one completion looks at.
    private static let scanLimit = 20_000
    /// The largest number of words of a search that a name can complete.
    private static let wordLimit = 4

    private let names: [Name]
    /// Sorted by their texts.
    private let keys: [Key]
    private let words: [Word]

    /// - Parameter words: Words without differences in case and diacritics, and the number of assets that have them.
    init(names: [Name], words: [String: Int]) {
        self.names = names
        var keys: [Key] = []
        for (number, name) in names.enumerated() {
            for (title, text) in name.titles.enumerated() {
                for start in Self.starts(of: text) {
                    keys.append(Key(text: start.text, name: number, title: title, isStart: start.isStart))
                }
            }
        }
        self.keys = keys.sorted { $0.text < $1.text }
        var counts = words
        for name in names {
            let tokens = Set(name.titles.flatMap { SearchTokens.tokens(of: $0) })
            for token in tokens { counts[token, default: 0] += name.count }
        }
        self.words = counts.compactMap { text, count in
            guard Self.canBeCorrected(text) else { return nil }
            let letters = Array(text.unicodeScalars)
            return Word(text: text, letters: letters, mask: Self.mask(of: letters), count: count)
        }
    }

    // MARK: Completions

    /// Returns texts that complete a search, the best first.
    ///
    /// - Parameters:
    ///   - prefersChinese: Whether a Chinese name is shown if the text matches both names.
    ///   - limit: The largest number of results.
    /// - Complexity: O(log *v* + *k* log *k*) for *v* names and *k* ≤ 20,000 matching places.
    func completions(of text: String, prefersChinese: Bool, limit: Int) -> [SearchCompletion] {
        let typed = text.split(whereSeparator: \.isWhitespace)
        let end = text.last?.isWhitespace == true ? " " : ""
        for start in max(0, typed.count - Self.wordLimit)..<typed.count {
            let tail = SearchTokens.folded(typed[start...].joined(separator: " ") + end)
            let before = typed[..<start].map { $0 + " " }.joined()
            // A name that is there already completes nothing. Several names can have the same text.
            var seen: Set<String> = [SearchTokens.folded(typed.joined(separator: " "))]
            var results: [SearchCompletion] = []
            for match in matches(of: tail, prefersChinese: prefersChinese) where results.count < limit {
                let name = names[match.name]
                let title = name.titles[match.title]
                let text = before + title
                guard seen.insert(SearchTokens.folded(text)).inserted else { continue }
                results.append(
                    SearchCompletion(
                        text: text, title: title, kind: name.kind, count: before.isEmpty ? name.count : nil))
            }
            if !results.isEmpty { return results }
        }
        return []
    }

    private func matches(of text: String, prefersChinese: Bool) -> [Key] {
        guard !text.isEmpty else { return [] }
        var low = 0
        var high = keys.count
        while low < high {
            let middle = (low + high) / 2
            if keys[middle].text < text { low = middle + 1 } else { high = middle }
        }
        var best: [Int: Key] = [:]
        for key in keys[low...].prefix(Self.scanLimit) {
            guard key.text.hasPrefix(text) else { break }
            guard let known = best[key.name] else {
                best[key.name] = key
                continue
            }
            let name = names[key.name]
            let rank = name.rank(ofTitle: key.title, prefersChinese: prefersChinese)
            let knownRank = name.rank(ofTitle: known.title, prefersChinese: prefersChinese)
            if key.title == known.title ? key.isStart : rank < knownRank { best[key.name] = key }
        }
        return best.values.sorted { one, other in
            let (left, right) = (names[one.name], names[other.name])
            if one.isStart != other.isStart { return one.isStart }
            if left.kind != right.kind { return left.kind.rank < right.kind.rank }
            return left.count != right.count ? left.count > right.count : one.name < other.name
        }
    }

    /// Returns the folded text from each of its words on.
    private static func starts(of title: String) -> [(text: String, isStart: Bool)] {
        let folded = SearchTokens.folded(title)
        var starts: [(text: String, isStart: Bool)] = []
        var isInWord = false
        for index in folded.indices {
            let character = folded[index]
            let isWord = character.isLetter || character.isNumber
            if isWord && !isInWord { starts.append((String(folded[index...]), starts.isEmpty)) }
            // Months follow the year without a space.
            isInWord = isWord && character != "年"
        }
        return starts
    }

    // MARK: Corrections

    /// The number of letters from which two edits are a likely mistake.
    private static let lettersOfLongWords = 8
    private static let fewestLetters = 4

    /// Returns whether a word is long enough for corrections and consists of letters of an alphabet.
    static func canBeCorrected(_ word: String) -> Bool {
        word.unicodeScalars.count >= fewestLetters
            && word.unicodeScalars.allSatisfy { $0.properties.isAlphabetic && !$0.properties.isIdeographic }
    }

    /// Returns words that differ from a word by one letter, or from 8 letters on by two, the best first.
    ///
    /// - Parameter word: A word without differences in case and diacritics.
    /// - Complexity: O(*v*) for *v* words of the vocabulary, of which few are compared letter by letter.
    func corrections(of word: String, atMost count: Int) -> [String] {
        guard Self.canBeCorrected(word) else { return [] }
        let letters = Array(word.unicodeScalars)
        let mask = Self.mask(of: letters)
        let limit = letters.count < Self.lettersOfLongWords ? 1 : 2
        var found: [(word: Word, distance: Int)] = []
        for candidate in words {
            // An edit changes at most two letters of the set.
            guard abs(candidate.letters.count - letters.count) <= limit,
                (candidate.mask ^ mask).nonzeroBitCount <= 2 * limit,
                let distance = EditDistance.between(letters, candidate.letters, atMost: limit), distance > 0
            else { continue }
            found.append((candidate, distance))
        }
        found.sort { one, other in
            if one.distance != other.distance { return one.distance < other.distance }
            return one.word.count != other.word.count
                ? one.word.count > other.word.count : one.word.text < other.word.text
        }
        return found.prefix(count).map(\.word.text)
    }

    /// Returns the set of a word's letters, as bits.
    private static func mask(of letters: [Unicode.Scalar]) -> UInt64 {
        letters.reduce(0) { $0 | 1 << UInt64($1.value % 64) }
    }
}

extension SearchCompletion.Kind {
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
