import Places
import Testing

@Suite struct PlaceLookupTests {
    private let gazetteer: Gazetteer

    init() throws {
        gazetteer = try Gazetteer.shared()
    }

    private func place(_ latitude: Double, _ longitude: Double) -> Place? {
        gazetteer.place(latitude: latitude, longitude: longitude)
    }

    @Test func `a photo inside a city has the city's name, also in a quarter`() throws {
        let tower = try #require(place(48.8584, 2.2945))
        #expect(tower.settlement?.name(in: .french) == "Paris")
        #expect(tower.country.countryCode == "FR")
        #expect(tower.region?.name(in: .english) == "Île-de-France")
        #expect(tower.timeZoneIdentifier == "Europe/Paris")
        let quarter = try #require(place(52.4997, 13.4034))
        #expect(quarter.settlement?.name() == "Berlin")
        #expect(quarter.district?.name() == "Kreuzberg")
    }

    @Test func `the meridian of 180 degrees is one`() {
        for latitude in stride(from: -89.5, through: 89.5, by: 1) {
            let (east, west) = (place(latitude, 180), place(latitude, -180))
            #expect(east?.country == west?.country && east?.isOnLand == west?.isOnLand, "\(latitude)")
        }
    }

    @Test func `a photo in a suburb has the suburb's name, and the city around it`() throws {
        let suburb = try #require(place(48.8354, 2.2413))
        #expect(suburb.settlement?.name() == "Boulogne-Billancourt")
        #expect(suburb.city?.name() == "Paris")
        let belem = try #require(place(38.6987, -9.1929))
        #expect(belem.settlement?.name() == "Belém")
        #expect(belem.city?.name(in: .english) == "Lisbon")
    }

    @Test func `far from settlements, a place has a country and a region alone`() throws {
        let desert = try #require(place(25, 10))
        #expect(desert.country.countryCode == "DZ")
        #expect(desert.settlement == nil && desert.distance == nil)
        #expect(desert.region != nil)
        #expect(desert.timeZoneIdentifier == "Africa/Algiers")
        #expect(place(-75, 20)?.country.countryCode == "AQ")
    }

    @Test(arguments: [
        (43.7384, 7.4246, "MC"), (41.9022, 12.4539, "VA"), (51.4400, 4.9300, "NL"), (36.1400, -5.3500, "GI"),
        (42.3200, -83.0400, "US"), (42.3000, -83.0200, "CA"), (32.5600, -117.0300, "US"), (32.5300, -117.0300, "MX"),
        (4.9200, -52.3100, "GF"), (-20.8800, 55.4500, "RE"), (78.2200, 15.6500, "SJ"), (42.6600, 21.1600, "XK"),
        (22.2800, 114.1600, "HK"), (25.0300, 121.5600, "TW"),
    ])
    func `small countries, territories and towns at borders have their country`(
        latitude: Double, longitude: Double, code: String
    ) {
        #expect(place(latitude, longitude)?.country.countryCode == code)
    }

    @Test func `a photo from a boat near the coast has its country, and on the open sea none`() throws {
        let harbour = try #require(place(43.28, 5.28))
        #expect(harbour.country.countryCode == "FR")
        #expect(!harbour.isOnLand)
        #expect(place(0, 0) == nil)
        #expect(place(30, -40) == nil)
    }

    @Test func `places on both sides of the date line have the same country`() {
        #expect(place(-16.8, 179.99)?.country.countryCode == "FJ")
        #expect(place(-16.8, -179.99)?.country.countryCode == "FJ")
        #expect(place(-16.8, 180)?.country.countryCode == "FJ")
        #expect(place(-16.8, -180)?.country.countryCode == "FJ")
        #expect(place(66.3, -179.9)?.country.countryCode == "RU")
    }

    @Test func `the poles and invalid coordinates have no settlement`() {
        #expect(place(90, 0) == nil)
        #expect(place(-90, 180)?.settlement == nil)
        for (latitude, longitude) in [
            (Double.nan, 0.0), (0, .nan), (.infinity, 0), (0, -.infinity), (90.0001, 0), (0, 180.0001), (-91, 0),
            (1e300, 1e300),
        ] {
            #expect(place(latitude, longitude) == nil)
        }
    }

    @Test func `a grid of coordinates over the whole Earth is looked up`() {
        var landCount = 0
        for latitude in stride(from: -90.0, through: 90, by: 1.5) {
            for longitude in stride(from: -180.0, through: 180, by: 1.5) where place(latitude, longitude) != nil {
                landCount += 1
            }
        }
        #expect((8000...12_000).contains(landCount), "\(landCount)")
    }
}
