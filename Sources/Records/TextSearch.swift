/// The words that a user searches for. Every asset of the result has all of them.
///
/// A word matches the beginning of a word in an asset's filenames, title, caption, keywords, camera, date, or the names
/// of its albums. Case and diacritics don't matter. In Chinese and other scripts without spaces, a word matches any part
/// of a text. Any text is a valid search.
package struct TextSearch: Sendable, Hashable {
    /// The number of characters that count. The rest of a longer text is ignored.
    package static let lengthLimit = 500

    /// The words with single spaces between them.
    package let text: String
    /// The words for dates relative to the current day. Without such words, equal texts are equal searches on each day.
    package let relativeDates: [RelativeDatePhrase]

    /// Returns `nil` if the text is blank, which isn't a search.
    ///
    /// - Parameter today: The current day, or `nil` if words such as `yesterday` aren't dates.
    package init?(_ text: String, today: SearchedDate? = nil) {
        let words = text.prefix(Self.lengthLimit).split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { return nil }
        self.text = words.joined(separator: " ")
        relativeDates = today.flatMap(RelativeDates.init)?.phrases(in: words.map(String.init)) ?? []
    }
}
