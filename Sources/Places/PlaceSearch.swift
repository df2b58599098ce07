extension Gazetteer {
    /// Returns places by a name in any language, or by its beginning.
    ///
    /// Case, diacritics and punctuation don't matter. Places with the whole name come first, and larger places come before
    /// smaller ones.
    ///
    /// - Complexity: O(log *n* + *m* log *m*) for *n* names, of which *m* start with the text.
    package func places(named text: String, limit: Int = 20, isWhole: Bool = false) -> [NamedPlace] {
        let key = SearchKey.of(text)
        guard !key.isEmpty, limit > 0 else { return [] }
        var ranks: [Int: Int] = [:]
        names.forEachSubject(withPrefix: key) { subject, isWholeName in
            guard isWholeName || !isWhole else { return }
            let rank = size(ofSubject: subject) + (isWholeName ? Self.wholeNameRank : 0)
            ranks[subject] = max(rank, ranks[subject] ?? 0)
        }
        return ranks.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(limit)
            .map { NamedPlace(gazetteer: self, subject: $0.key) }
    }

    /// Returns settlements, regions and countries by an address: names from the smallest to the largest, with commas, such
    /// as `Springfield, Illinois`. Ignores parts before the first name that it knows, such as a street.
    package func places(atAddress address: String, limit: Int = 20) -> [NamedPlace] {
        let parts = address.split(whereSeparator: { $0 == "," || $0 == "\n" || $0 == "、" || $0 == "，" })
            .map { Self.withoutNumbers($0) }.filter { !$0.isEmpty }
        for index in parts.indices {
            let named = places(named: parts[index], limit: .max, isWhole: true)
            guard !named.isEmpty else { continue }
            let rest = parts[(index + 1)...].map(SearchKey.of)
            let fitting = named.filter { place in rest.allSatisfy { Self.is(place, in: $0) } }
            if !fitting.isEmpty { return Array(fitting.prefix(limit)) }
        }
        return []
    }

    private static let wholeNameRank = 1000

    /// A logarithm of the population. Countries and regions have one between those of cities.
    private func size(ofSubject subject: Int) -> Int {
        if subject < firstRegion { return settlements.populationCode(of: subject) }
        return subject < firstCountry ? 190 : 255
    }

    /// Removes postal codes and house numbers.
    private static func withoutNumbers(_ part: Substring) -> String {
        // Some Chinese characters, such as that of Tokyo, are numbers to Unicode.
        part.split(separator: " ").filter { !$0.utf8.contains { (0x30...0x39).contains($0) } }.joined(separator: " ")
    }

    /// Whether a place is in a region, country or larger city with a name or a code.
    private static func `is`(_ place: NamedPlace, in key: [UInt8]) -> Bool {
        let codes = [place.countryCode, place.regionCode?.split(separator: ".").last.map(String.init)]
        if codes.contains(where: { $0.map(SearchKey.of) == key }) { return true }
        return [place.region, place.country, place.city].contains { larger in
            larger?.names.contains { SearchKey.of($0) == key } ?? false
        }
    }
}
