import Foundation
import Places
import Testing

@Suite struct PlaceReferenceTests {
    private let gazetteer: Gazetteer

    init() throws {
        gazetteer = try Gazetteer.shared()
    }

    @Test(arguments: [(48.8584, 2.2945), (52.4997, 13.4034), (38.6987, -9.1929), (25, 10), (-75, 20), (43.28, 5.28)])
    func `a stored reference has the names and the zone of its coordinate`(latitude: Double, longitude: Double) throws {
        let place = try #require(gazetteer.place(latitude: latitude, longitude: longitude))
        let reference = try #require(gazetteer.reference(latitude: latitude, longitude: longitude))
        #expect(reference.data.count == 16)
        let stored = try #require(PlaceReference(data: reference.data))
        #expect(stored == reference)
        let summary = try #require(gazetteer.summary(of: stored))
        #expect(summary.country == place.country)
        #expect(summary.region == place.region)
        #expect(summary.settlement == place.settlement)
        #expect(summary.district == place.district)
        #expect(summary.city == place.city)
        #expect(summary.timeZoneIdentifier == place.timeZoneIdentifier)
    }

    @Test func `the names for searches are in all languages`() throws {
        let reference = try #require(gazetteer.reference(latitude: 38.6987, longitude: -9.1929))
        let names = try #require(gazetteer.summary(of: reference)).searchNames
        for name in ["Belém", "Lisbon", "Lissabon", "Lisbonne", "リスボン", "Portugal", "葡萄牙"] {
            #expect(names.contains(name), "\(name)")
        }
        #expect(Set(names).count == names.count)
    }

    @Test func `a reference of another version or with damaged bytes has no places`() throws {
        let data = try #require(gazetteer.reference(latitude: 48.8584, longitude: 2.2945)).data
        for position in [0, 4, 5, 8, 11, 12, 15] {
            var damaged = data
            damaged[damaged.startIndex + position] = 0xFE
            let reference = try #require(PlaceReference(data: damaged))
            if [0, 5, 11, 15].contains(position) {
                #expect(gazetteer.summary(of: reference) == nil, "\(position)")
            } else {
                _ = gazetteer.summary(of: reference)?.searchNames
            }
        }
        #expect(PlaceReference(data: data.dropLast()) == nil)
        #expect(PlaceReference(data: data[1...] + [0])?.data == data[1...] + [0])
        #expect(gazetteer.reference(latitude: 0, longitude: -30) == nil)
        #expect(gazetteer.reference(latitude: .nan, longitude: 0) == nil)
    }
}
