/// A settlement, region or country of a gazetteer.
package struct NamedPlace: Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable {
        case settlement, region, country
    }

    let gazetteer: Gazetteer
    let subject: Int

    package static func == (one: Self, other: Self) -> Bool {
        one.subject == other.subject && one.gazetteer.file === other.gazetteer.file
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(subject)
    }

    package var description: String { "\(name()) (\(regionCode ?? countryCode))" }

    package var kind: Kind {
        if subject < gazetteer.firstRegion { return .settlement }
        return subject < gazetteer.firstCountry ? .region : .country
    }

    /// Returns the name in a language, or the name that GeoNames uses first.
    package func name(in language: PlaceLanguage? = nil) -> String {
        gazetteer.name(ofSubject: subject, in: language)
    }

    /// All names that a search finds, without repetitions. The first one is the name that GeoNames uses first.
    package var names: [String] {
        var found = [name()]
        for language in PlaceLanguage.allCases {
            let name = name(in: language)
            if !found.contains(name) { found.append(name) }
        }
        return found
    }

    /// The country, which is the place itself if it's a country.
    package var country: NamedPlace {
        let country =
            switch kind {
            case .settlement: gazetteer.settlements.country(of: subject)
            case .region: gazetteer.countryOfRegion(subject - gazetteer.firstRegion)
            case .country: subject - gazetteer.firstCountry
            }
        return NamedPlace(gazetteer: gazetteer, subject: gazetteer.firstCountry + country)
    }

    /// The country's code by ISO 3166-1, or `XK` for Kosovo.
    package var countryCode: String { gazetteer.countryCode(country.subject - gazetteer.firstCountry) }

    /// The region, which is the place itself if it's a region. Returns `nil` if the gazetteer has no name for it.
    package var region: NamedPlace? {
        switch kind {
        case .settlement:
            gazetteer.settlements.region(of: subject)
                .map { NamedPlace(gazetteer: gazetteer, subject: gazetteer.firstRegion + $0) }
        case .region: self
        case .country: nil
        }
    }

    /// The region's code in GeoNames, such as `US.CA`.
    package var regionCode: String? {
        region.map { gazetteer.regionCode($0.subject - gazetteer.firstRegion) }
    }

    /// The larger city of which a settlement is a part or a suburb.
    package var city: NamedPlace? {
        guard kind == .settlement else { return nil }
        return gazetteer.settlements.city(around: subject).map { NamedPlace(gazetteer: gazetteer, subject: $0) }
    }

    /// The number of inhabitants, rounded to 7 %. Returns `nil` for regions and countries, and if it's unknown.
    package var population: Int? {
        guard kind == .settlement else { return nil }
        let code = gazetteer.settlements.populationCode(of: subject)
        return code == 0 ? nil : Int(Settlements.population(code).rounded())
    }

    /// The time zone of a settlement.
    package var timeZoneIdentifier: String? {
        kind == .settlement ? gazetteer.zone(gazetteer.settlements.zone(of: subject)) : nil
    }

    /// The centre of a settlement, in degrees.
    package var coordinate: (latitude: Double, longitude: Double)? {
        guard kind == .settlement else { return nil }
        let point = gazetteer.settlements.point(of: subject)
        return (point.latitude, point.longitude)
    }

    /// The radius of a settlement in metres, estimated by its population.
    package var radius: Double? {
        kind == .settlement ? max(500, 1000 * gazetteer.settlements.radius(of: subject)) : nil
    }
}

extension Gazetteer {
    /// Returns a settlement by its number in this version of the data. Returns `nil` if there is none.
    package func settlement(at index: Int) -> NamedPlace? {
        (0..<settlementCount).contains(index) ? NamedPlace(gazetteer: self, subject: index) : nil
    }
}
