/// A kind of photos and videos that a search finds by its names, such as "live photos".
package struct SearchKind: Sendable, Hashable {
    /// The names. Case, diacritics and hyphens don't matter.
    package let names: [String]
    package let filter: AssetFilter

    package init(names: [String], filter: AssetFilter) {
        self.names = names
        self.filter = filter
    }

    /// The tokens of each name.
    var tokens: [[String]] { names.map { SearchTokens.tokens(of: $0) } }
}

/// The kinds that searches know, by the tokens of their names.
package struct SearchKinds: Sendable, Hashable {
    private let filters: [[String]: AssetFilter]
    private let longest: Int

    package init(_ kinds: [SearchKind]) {
        var filters: [[String]: AssetFilter] = [:]
        for kind in kinds {
            for tokens in kind.tokens where !tokens.isEmpty { filters[tokens] = kind.filter }
        }
        self.filters = filters
        longest = filters.keys.map(\.count).max() ?? 0
    }

    /// Returns the kind with the longest name that the words begin with, and the number of its words.
    func kind(atStartOf words: ArraySlice<String>) -> (filter: AssetFilter, wordCount: Int)? {
        var tokens: [String] = []
        var found: (AssetFilter, Int)?
        for (index, word) in words.enumerated() where tokens.count < longest {
            tokens += SearchTokens.tokens(of: word)
            if let filter = filters[tokens] { found = (filter, index + 1) }
        }
        return found
    }
}
