import Catalog
import Foundation
import Records

extension LibraryView {
    /// Returns texts that complete a search: kinds, albums, places, keywords, cameras, months and years that have visible
    /// photos or videos. Returns none to a client with limited access, because the names are those of all photos.
    ///
    /// - Complexity: The first call reads the library: O(*n*) for *n* assets. Later calls search a vocabulary of
    ///   limited size, which another thread makes again after changes.
    package func completions(of text: String, languageCode: String, limit: Int = 8) throws -> [SearchCompletion] {
        guard access == .full else { return [] }
        return try vocabulary().completions(
            of: String(text.prefix(TextSearch.lengthLimit)), prefersChinese: languageCode == "zh", limit: limit)
    }

    /// Returns a similar search that finds something, or `nil` if there is none, or if the search finds something
    /// itself. Replaces the words that no visible photo or video has. Returns `nil` for a client with limited access.
    ///
    /// - Complexity: As `completions`, and a few searches for one asset each.
    package func correction(of text: String) throws -> String? {
        guard access == .full, let search = search(text), try !finds(text) else { return nil }
        let words = search.text.split(separator: " ").map(String.init)
        guard words.count <= Self.mostCorrectedWords else { return nil }
        let relative = Set(search.relativeDates.flatMap { $0.start..<($0.start + $0.wordCount) })
        let vocabulary = try vocabulary()
        var choices: [[String]] = []
        for (index, word) in words.enumerated() {
            let isKnown = try relative.contains(index) || finds(word)
            choices.append(
                isKnown
                    ? [word] : vocabulary.corrections(of: SearchTokens.folded(word), atMost: Self.choicesOfWord))
        }
        guard choices.allSatisfy({ !$0.isEmpty }) else { return nil }
        // The best choice of each word, and then other choices of one word.
        let best = choices.map { $0[0] }
        var texts = [best]
        for (index, choice) in choices.enumerated() {
            for other in choice.dropFirst() {
                var text = best
                text[index] = other
                texts.append(text)
            }
        }
        for text in texts where text != words {
            let joined = text.joined(separator: " ")
            if try finds(joined) { return joined }
        }
        return nil
    }

    private static let mostCorrectedWords = 8
    private static let choicesOfWord = 3

    private func finds(_ text: String) throws -> Bool {
        var fetch = AssetFetch()
        fetch.search = search(text)
        fetch.limit = 1
        return try !assetIdentifiers(fetch).isEmpty
    }

    private func vocabulary() throws -> SearchVocabulary {
        try library.vocabulary.current(try version()) { [self] in (try version(), try makeVocabulary()) }
    }

    private func makeVocabulary() throws -> SearchVocabulary {
        // Places that are looked up later aren't a change, so no later vocabulary would follow.
        try library.completePlaces()
        let terms = try catalog.read { try $0.searchTerms(limit: SearchVocabulary.limit) }
        var names = try SmartAlbum.counts(in: self).compactMap { album, count -> SearchVocabulary.Name? in
            guard album.isSearchKind, count > 0 else { return nil }
            return .init(kind: .kind, titles: [album.englishTitle, album.chineseTitle], count: count)
        }
        for album in try albums(subtype: nil) where album.shownCount > 0 {
            names.append(.init(kind: .album, titles: [album.title], count: album.shownCount))
        }
        names += try SuggestedPlaces.names(in: catalog)
        for keyword in terms.keywords {
            names.append(.init(kind: .keyword, titles: [keyword.name], count: keyword.count))
        }
        for camera in terms.cameras {
            names.append(.init(kind: .camera, titles: [camera.name], count: camera.count))
        }
        let years = Dictionary(grouping: terms.months, by: \.year).sorted { $0.key > $1.key }
        for (year, months) in years {
            let count = months.reduce(0) { $0 + $1.count }
            names.append(.init(kind: .date, titles: ["\(year)", "\(year)年"], count: count))
        }
        for month in terms.months {
            guard let name = SearchDateWords.englishName(ofMonth: month.month) else { continue }
            names.append(
                .init(
                    kind: .date, titles: ["\(name) \(month.year)", "\(month.year)年\(month.month)月"],
                    count: month.count))
        }
        return SearchVocabulary(names: names, words: terms.words)
    }
}
