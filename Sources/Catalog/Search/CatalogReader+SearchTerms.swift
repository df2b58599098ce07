import GRDB

/// The names and words in the visible photos and videos of a library, with the number of assets that have them.
package struct SearchTerms: Sendable {
    package struct Month: Sendable {
        package let year: Int
        package let month: Int
        package let count: Int
    }

    package var keywords: [(name: String, count: Int)] = []
    package var cameras: [(name: String, count: Int)] = []
    /// The months by the clocks where the photos were taken.
    package var months: [Month] = []
    /// The words of titles and captions, as the search index has them.
    package var words: [String: Int] = [:]
}

extension CatalogReader {
    private static let named = """
        FROM asset CROSS JOIN assetMetadata ON assetMetadata.assetId = asset.id WHERE asset.isShown = 1
        """

    /// Returns the names and words of the assets that a fetch without options contains.
    ///
    /// - Parameter limit: The largest number of keywords and of words. The most frequent keywords are returned.
    /// - Complexity: O(*n*) for *n* assets.
    package func searchTerms(limit: Int) throws -> SearchTerms {
        var terms = SearchTerms()
        terms.keywords = try counted(
            """
            SELECT value, count(*) AS number
            FROM asset CROSS JOIN assetMetadata ON assetMetadata.assetId = asset.id CROSS JOIN json_each(keywords)
            WHERE asset.isShown = 1 AND keywords IS NOT NULL GROUP BY value ORDER BY number DESC, value LIMIT ?
            """, limit)
        terms.cameras = try counted(
            """
            SELECT cameraModel, count(*) AS number \(Self.named) AND cameraModel IS NOT NULL
            GROUP BY cameraModel ORDER BY number DESC, cameraModel LIMIT ?
            """, limit)
        let months = try counted(
            """
            SELECT strftime('%Y-%m', creationDate + coalesce(utcOffset, 0) + 978307200, 'unixepoch') AS month, count(*)
            FROM asset WHERE isShown = 1 AND creationDate IS NOT NULL
            GROUP BY month HAVING month IS NOT NULL ORDER BY month DESC LIMIT ?
            """, limit)
        for month in months {
            let parts = month.name.split(separator: "-").compactMap { Int($0) }
            guard parts.count == 2 else { continue }
            terms.months.append(SearchTerms.Month(year: parts[0], month: parts[1], count: month.count))
        }
        let texts = try Row.fetchCursor(
            database, sql: "SELECT title, caption \(Self.named) AND (title IS NOT NULL OR caption IS NOT NULL)")
        while let row = try texts.next() {
            var tokens: Set<String> = []
            for column in 0..<2 {
                let text: String? = row[column]
                if let text { tokens.formUnion(SearchTokens.tokens(of: text)) }
            }
            for token in tokens where terms.words[token] != nil || terms.words.count < limit {
                terms.words[token, default: 0] += 1
            }
        }
        return terms
    }

    private func counted(_ sql: String, _ limit: Int) throws -> [(name: String, count: Int)] {
        let rows = try Row.fetchCursor(database, sql: sql, arguments: [limit])
        var counts: [(name: String, count: Int)] = []
        while let row = try rows.next() { counts.append((row[0], row[1])) }
        return counts
    }
}
