import Catalog
import Places

/// The places that complete searches.
enum SuggestedPlaces {
    /// Returns the districts, settlements, cities, regions and countries of the visible photos and videos, the most
    /// frequent first. Returns none without a gazetteer.
    ///
    /// - Complexity: O(*n*) for *n* assets with a place.
    static func names(in catalog: Catalog) throws -> [SearchVocabulary.Name] {
        guard let gazetteer = try? catalog.gazetteer() else { return [] }
        var counts: [NamedPlace: Int] = [:]
        for (reference, count) in try catalog.read({ try $0.shownPlaces() }) {
            // Places of an earlier version have no numbers in this one. A refresh replaces them.
            guard let summary = gazetteer.summary(of: reference) else { continue }
            for part in [summary.district, summary.settlement, summary.city, summary.region, summary.country] {
                if let part { counts[part, default: 0] += count }
            }
        }
        let frequent = counts.sorted { $0.value > $1.value }.prefix(SearchVocabulary.limit)
        return frequent.map { place, count in
            (place, name: place.name(in: .english), count)
        }.sorted { ($1.2, rank($0.0), $0.name) < ($0.2, rank($1.0), $1.name) }.map { place, name, count in
            SearchVocabulary.Name(
                kind: .place, english: name, chinese: place.name(in: .chinese), others: place.names, count: count)
        }
    }

    /// A settlement comes before its region of the same name.
    private static func rank(_ place: NamedPlace) -> Int {
        switch place.kind {
        case .settlement: 0
        case .region: 1
        case .country: 2
        }
    }
}
