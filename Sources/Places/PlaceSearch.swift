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
    /// as `Springfield, Illinois, USA`. Ignores parts before the first name that it knows, such as a street.
    ///
    /// If a name is known, and the rest of the address doesn't fit it, a later part may answer. But the last one then
    /// stands for a country or a region, not for a village that has its name.
    package func places(atAddress address: String, limit: Int = 20) -> [NamedPlace] {
        let parts = address.split(whereSeparator: { $0 == "," || $0 == "\n" || $0 == "、" || $0 == "，" })
            .map { Self.withoutNumbers($0) }.filter { !$0.isEmpty }
        var isUnfitting = false
        for index in parts.indices {
            if index == parts.index(before: parts.endIndex), let country = country(abbreviated: parts[index]) {
                return [country]
            }
            let named = places(named: parts[index], limit: .max, isWhole: true)
            guard !named.isEmpty else { continue }
            let rest = parts[(index + 1)...].map(SearchKey.of)
            let mayBeSettlement = !isUnfitting || !rest.isEmpty
            let fitting = named.filter { place in
                (mayBeSettlement || place.kind != .settlement) && rest.allSatisfy { Self.is(place, in: $0) }
            }
            if !fitting.isEmpty { return Array(fitting.prefix(limit)) }
            isUnfitting = true
        }
        return []
    }

    /// Other names of countries in addresses, and their codes by ISO 3166-1. There are villages with some of these names.
    private static let abbreviations: [[UInt8]: String] = {
        let names = [
            "usa": "US", "u s a": "US", "us": "US", "u s": "US", "united states of america": "US", "uk": "GB",
            "u k": "GB", "great britain": "GB", "uae": "AE", "u a e": "AE", "czech republic": "CZ",
        ]
        return Dictionary(uniqueKeysWithValues: names.map { (Array($0.key.utf8), $0.value) })
    }()

    private func country(abbreviated text: String) -> NamedPlace? {
        guard let code = Self.abbreviations[SearchKey.of(text)] else { return nil }
        return (firstCountry..<subjectCount).first { countryCode($0 - firstCountry) == code }
            .map { NamedPlace(gazetteer: self, subject: $0) }
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
        if abbreviations[key] == place.countryCode { return true }
        return [place.region, place.country, place.city].contains { larger in
            larger?.names.contains { SearchKey.of($0) == key } ?? false
        }
    }
}
