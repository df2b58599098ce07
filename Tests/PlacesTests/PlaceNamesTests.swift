import Places
import Testing

@Suite struct PlaceNamesTests {
    private let gazetteer: Gazetteer

    init() throws {
        gazetteer = try Gazetteer.shared()
    }

    @Test(arguments: [
        ("München", "DE", ["Munich", "München", "Munich", "Múnich", "ミュンヘン", "慕尼黑", "München"]),
        ("Roma", "IT", ["Rome", "Rom", "Rome", "Roma", "ローマ", "罗马市", "Roma"]),
        ("Moskau", "RU", ["Moscow", "Moskau", "Moscou", "Moscú", "モスクワ", "莫斯科", "Москва"]),
        ("Genève", "CH", ["Geneva", "Genf", "Genève", "Ginebra", "ジュネーヴ", "日内瓦", "Genf"]),
        ("東京", "JP", ["Tokyo", "Tokio", "Tokyo", "Tokio", "東京都", "东京", "東京都"]),
    ])
    func `settlements have names in six languages and the local one`(search: String, country: String, names: [String])
        throws
    {
        let place = try #require(gazetteer.places(named: search).first { $0.kind == .settlement })
        #expect(place.countryCode == country)
        #expect(PlaceLanguage.allCases.map { place.name(in: $0) } == names)
    }

    @Test func `countries and regions have names in six languages`() throws {
        let bavaria = try #require(gazetteer.places(named: "Bavaria").first { $0.kind == .region })
        #expect(bavaria.name(in: .german) == "Bayern")
        #expect(bavaria.regionCode == "DE.02")
        let japan = try #require(gazetteer.places(named: "Japan").first { $0.kind == .country })
        #expect(
            PlaceLanguage.allCases.map { japan.name(in: $0) } == ["Japan", "Japan", "Japon", "Japón", "日本", "日本", "日本"])
    }

    @Test func `a search ignores case, diacritics and punctuation`() {
        for text in ["MÜNCHEN", "munchen", " münchen ", "mu\u{308}nchen"] {
            #expect(gazetteer.places(named: text).first?.name() == "Munich", "\(text)")
        }
        #expect(gazetteer.places(named: "saint-etienne").first?.name(in: .french) == "Saint-Étienne")
        #expect(gazetteer.places(named: "Saint Étienne").first?.name(in: .french) == "Saint-Étienne")
        #expect(gazetteer.places(named: "lodz").first?.name(in: .local) == "Łódź")
        #expect(gazetteer.places(named: "").isEmpty)
        #expect(gazetteer.places(named: "-. '").isEmpty)
        #expect(gazetteer.places(named: "no such place").isEmpty)
    }

    @Test func `whole names come first, then larger places`() throws {
        let paris = gazetteer.places(named: "Paris", limit: 5)
        #expect(paris.first?.countryCode == "FR")
        #expect(paris.count == 5)
        let starting = gazetteer.places(named: "lisb", limit: 3)
        #expect(starting.contains { $0.kind == .settlement && $0.countryCode == "PT" })
        let populations = gazetteer.places(named: "Springfield", limit: 10).filter { $0.kind == .settlement }
            .compactMap(\.population)
        #expect(populations == populations.sorted(by: >))
    }

    @Test func `an address names a settlement with its region or country`() {
        #expect(gazetteer.places(atAddress: "Springfield, Illinois").first?.regionCode == "US.IL")
        #expect(gazetteer.places(atAddress: "Portland, OR").first?.regionCode == "US.OR")
        #expect(gazetteer.places(atAddress: "1 Infinite Loop, Cupertino, CA 95014").first?.name() == "Cupertino")
        #expect(gazetteer.places(atAddress: "10115 Berlin, Deutschland").first?.countryCode == "DE")
        #expect(gazetteer.places(atAddress: "東京").first?.countryCode == "JP")
        for (address, code) in [
            ("Springfield, Illinois, USA", "US.IL"), ("Paris, Texas, U.S.A.", "US.TX"),
            ("1 Infinite Loop, Cupertino, CA 95014, USA", "US.CA"),
        ] {
            #expect(gazetteer.places(atAddress: address).first?.regionCode == code, "\(address)")
        }
        for (address, code) in [
            ("London, UK", "GB"), ("Prague, Czech Republic", "CZ"), ("Dubai, UAE", "AE"), ("USA", "US"), ("UK", "GB"),
        ] {
            #expect(gazetteer.places(atAddress: address).first?.countryCode == code, "\(address)")
        }
        // A village with the country's name isn't the country.
        #expect(gazetteer.places(atAddress: "Paris, no such region, Italy").allSatisfy { $0.kind != .settlement })
        #expect(gazetteer.places(atAddress: "Paris, no such region").isEmpty)
        #expect(gazetteer.places(atAddress: ", ,").isEmpty)
    }

    /// The order of the file's names and the keys of searches come from two programs.
    @Test func `a search for each of 3,000 names finds its place`() {
        for index in stride(from: 0, to: gazetteer.settlementCount, by: gazetteer.settlementCount / 3000) {
            guard let place = gazetteer.settlement(at: index) else { continue }
            for name in place.names {
                #expect(gazetteer.places(named: name, limit: .max, isWhole: true).contains(place), "\(name)")
            }
        }
    }

    @Test func `a locale has the language of its names`() {
        #expect(PlaceLanguage(localeIdentifier: "de-AT") == .german)
        #expect(PlaceLanguage(localeIdentifier: "zh_Hant_TW") == .chinese)
        #expect(PlaceLanguage(localeIdentifier: "it") == nil)
        #expect(PlaceLanguage(localeIdentifier: "deu") == nil)
    }
}
