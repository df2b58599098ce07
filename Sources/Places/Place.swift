/// The place of a coordinate.
package struct Place: Sendable {
    package let country: NamedPlace
    /// The region, such as a state or a province. It's that of the nearest settlement.
    package let region: NamedPlace?
    /// The town, suburb or village. It's `nil` far from every settlement.
    package let settlement: NamedPlace?
    /// The part of the settlement, such as a quarter of a large city.
    package let district: NamedPlace?
    /// The larger city of which the settlement is a suburb.
    package let city: NamedPlace?
    /// The distance to the centre of the district or settlement, in kilometres.
    package let distance: Double?
    /// The time zone of the nearest settlement in the country.
    package let timeZoneIdentifier: String?
    /// The nearest settlement of the country, whose region and time zone the place has.
    package let nearest: NamedPlace?
    /// Whether the coordinate is on land, as far as the borders show it.
    package let isOnLand: Bool
}

extension Place {
    /// Returns the names in a language, from the district to the country. Equal names, as of a city and its region, are
    /// there once.
    package func names(in language: PlaceLanguage? = nil) -> [String] {
        var names: [String] = []
        for part in [district, settlement, city, region, country] {
            guard let name = part?.name(in: language), !names.contains(name) else { continue }
            names.append(name)
        }
        return names
    }
}

extension Gazetteer {
    /// Returns the place of a coordinate.
    ///
    /// The country is that of the borders. Near the coast, it's the country of the nearest coast or settlement. The borders
    /// have an error of some hundred metres, so a settlement close to the coordinate decides at a border.
    ///
    /// - Returns: `nil` on the open sea, and if the coordinate is invalid.
    /// - Complexity: O(*n*) for *n* settlements and corners of borders in the cells of one degree around the coordinate.
    package func place(latitude: Double, longitude: Double) -> Place? {
        guard let point = GridPoint(latitude: latitude, longitude: longitude) else { return nil }
        let bordered = borders.country(at: point)
        guard var country = bordered ?? coastalCountry(near: point) else { return nil }
        var found = settlements.neighbours(of: point, in: country, within: Reach.region)
        if bordered != nil, let neighbour = neighbourAcrossBorder(of: point, from: country, found) {
            country = neighbour
            found = settlements.neighbours(of: point, in: country, within: Reach.region)
        }
        let nearest = found.nearestOfCountry
        let relevant = found.relevant.flatMap { found.score <= 0 || $0.distance <= Reach.settlement ? $0 : nil }
        let (settlement, district, city) = parts(of: relevant?.settlement)
        return Place(
            country: named(firstCountry + country),
            region: nearest.flatMap { settlements.region(of: $0.settlement) }.map { named(firstRegion + $0) },
            settlement: settlement, district: district, city: city, distance: relevant?.distance,
            timeZoneIdentifier: nearest.map { zone(settlements.zone(of: $0.settlement)) },
            nearest: nearest.map { named($0.settlement) }, isOnLand: bordered != nil)
    }

    func named(_ subject: Int) -> NamedPlace { NamedPlace(gazetteer: self, subject: subject) }

    /// Distances in kilometres.
    private enum Reach {
        /// The distance to the nearest settlement, whose region and time zone a coordinate has.
        static let region = 800.0
        /// The distance to the settlement that names a coordinate.
        static let settlement = 25.0
        /// Territorial waters: 12 nautical miles.
        static let coast = 22.224
        /// The error of the borders.
        static let border = 1.5
        /// A city's centre, whose quarters aren't towns of their own. A part of the city's radius.
        static let centre = 0.6
    }

    /// Returns the city instead of its quarter. GeoNames has both as settlements, and doesn't say which one is a part. So a
    /// quarter is close to the centre of a much larger city, or its name starts with that of the city: `Paris 16 Passy`.
    func parts(
        of settlement: Int?
    ) -> (settlement: NamedPlace?, district: NamedPlace?, city: NamedPlace?) {
        guard let settlement else { return (nil, nil, nil) }
        let place = named(settlement)
        guard let city = place.city else { return (place, nil, nil) }
        let isQuarter =
            settlements.distance(settlement, city.subject) < Reach.centre * settlements.radius(of: city.subject)
            || place.name().hasPrefix(city.name() + " ")
        return isQuarter ? (city, place, nil) : (place, nil, city)
    }

    private func coastalCountry(near point: GridPoint) -> Int? {
        let coast = borders.nearest(to: point, within: Reach.coast)
        let settlement = settlements.neighbours(of: point, in: nil, within: Reach.coast).nearest
        guard let settlement, settlement.distance < coast?.distance ?? .infinity else { return coast?.country }
        return settlements.country(of: settlement.settlement)
    }

    /// Returns the other country if the nearest settlement is there, much closer than those of this country, and the border
    /// is within its error.
    private func neighbourAcrossBorder(
        of point: GridPoint, from country: Int, _ found: Settlements.Neighbours
    ) -> Int? {
        guard let nearest = found.nearest, nearest.distance < Reach.border,
            nearest.distance * 2 < found.nearestOfCountry?.distance ?? .infinity
        else { return nil }
        let other = settlements.country(of: nearest.settlement)
        guard other != country, let border = borders.nearest(to: point, within: Reach.border, except: country) else {
            return nil
        }
        return border.country == other ? other : nil
    }
}
