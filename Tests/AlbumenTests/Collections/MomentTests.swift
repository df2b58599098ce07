import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Moments and their lists (§2.6.13).
@Suite struct MomentTests {
    let temporary: TemporaryLibrary

    init() throws {
        temporary = try TemporaryLibrary()
    }

    @Test("a moment ends with the day or at a large distance")
    func aMomentEndsWithTheDayAndWithALongWay() throws {
        let home = (47.37, 8.54)
        try add([
            (0, nil, home), (3_600, nil, nil), (7_200, nil, (47.38, 8.55)),  // the same place
            (10_800, nil, (46.95, 7.45)),  // a hundred kilometres away
            (90_000, nil, home),  // the next day
        ])
        let moments = try moments()
        #expect(moments.moments.map(\.count) == [3, 1, 1])
        #expect(moments.moments[0].latitude == home.0)
        #expect(moments.clusters.count == 1)
    }

    @Test("an asset's day is its local day at the place of capture")
    func theDayIsTheOneWhereThePictureWasTaken() throws {
        // 23:30 and 00:30 in Shanghai are the same day in London.
        try add([(55_800, 28_800, nil), (59_400, 28_800, nil)])
        #expect(try moments().moments.count == 2)
    }

    @Test("assets with the same date are never separated")
    func whatIsOfOneInstantIsNeverApart() throws {
        try add([(100, nil, (0, 0)), (100, nil, (50, 50)), (100, nil, (-50, 100))])
        #expect(try moments().moments.map(\.count) == [3])
    }

    @Test("each visible asset is in exactly one moment")
    func everyAssetThatIsShownIsInExactlyOne() throws {
        var generator = SeededGenerator(seed: 5)
        try add(
            (0..<400).map { _ in
                (
                    Double.random(in: 0..<5_000_000, using: &generator).rounded(),
                    Bool.random(using: &generator) ? nil : Int.random(in: -12...12, using: &generator) * 3_600,
                    Int.random(in: 0..<3, using: &generator) == 0
                        ? nil
                        : (
                            Double.random(in: -60...60, using: &generator),
                            Double.random(in: -180...180, using: &generator)
                        )
                )
            })
        let undated = try temporary.library.catalog.write(author: "test") { transaction in
            try transaction.insert(
                AssetRecord(
                    uuid: UUID().uuidString, mediaType: .image, mediaSubtypes: [], playbackStyle: .image, pixelWidth: 1,
                    pixelHeight: 1, duration: 0, creationDate: nil, addedDate: Date()))
        }
        let all = try temporary.library.owner.assetIdentifiers(AssetFetch())
        let moments = try moments()
        var met: [Int64] = []
        for moment in moments.moments {
            var fetch = AssetFetch()
            fetch.membership = .moment(moment)
            let members = try temporary.library.owner.assetIdentifiers(fetch)
            #expect(members.count == moment.count)
            met += members
        }
        #expect(met == all)
        #expect(met.first == undated)
        #expect(Set(moments.moments.map(\.uuid)).count == moments.moments.count)
        for lists in [moments.clusters, moments.years] {
            #expect(lists.flatMap { Array(moments.moments(in: $0)) } == moments.moments)
            #expect(Set(lists.map(\.uuid)).count == lists.count)
        }
        for moment in moments.moments {
            #expect(moments.list(.year, containing: moment).map { moments.moments(in: $0).contains(moment) } == true)
        }
    }

    @Test("a moment keeps its identifier while its day stays the same")
    func aMomentKeepsItsIdentifierWhileItsDayStays() throws {
        try add([(0, nil, nil), (200_000, nil, nil)])
        let before = try moments().moments
        try add([(400_000, nil, nil)])
        let after = try moments().moments
        #expect(Array(after.prefix(2)) == before)
        #expect(try moments().moment(uuid: before[1].uuid) == before[1])
    }

    @Test("years have names, and clusters end after three days without assets")
    func yearsAreNamedAndClustersEndAfterThreeEmptyDays() throws {
        let day = 86_400.0
        try add([(0, nil, nil), (day * 2, nil, nil), (day * 9, nil, nil), (day * 400, nil, nil)])
        let moments = try moments()
        #expect(moments.years.map(\.title) == ["2001", "2002"])
        #expect(moments.clusters.map { moments.moments(in: $0).count } == [2, 1, 1])
    }

    @Test("dates before 1970 and beyond the calendar are not treated as missing")
    func theDayBeforeTheEpochAndADateBeyondTheCalendarAreNoMissingDates() throws {
        try add([(-978_307_200 - 40_000, nil, nil), (253_000_000_000, nil, nil)])
        try temporary.library.catalog.write(author: "test") { transaction in
            let asset = AssetRecord(
                uuid: UUID().uuidString, mediaType: .image, mediaSubtypes: [], playbackStyle: .image, pixelWidth: 1,
                pixelHeight: 1, duration: 0, creationDate: nil, addedDate: Date())
            _ = try transaction.insert(asset)
        }
        let moments = try moments().moments
        #expect(moments.map(\.count) == [1, 1, 1])
        #expect(Set(moments.map(\.uuid)).count == 3)
    }

    @Test("a year is one list even if time zones alternate around New Year")
    func aYearIsOneListAlsoWhereZonesAlternateAroundNewYear() throws {
        // In the last hours of 2001, it's already 2002 in Auckland.
        let newYear = 31_536_000.0
        try add([(newYear - 9_000, 46_800, nil), (newYear - 7_200, 0, nil), (newYear - 5_400, 46_800, nil)])
        let moments = try moments()
        #expect(moments.years.map(\.title) == ["2002", "2001"])
        #expect(moments.years.map { moments.moments(in: $0).count } == [2, 1])
    }

    @Test("with limited access, moments contain the chosen assets")
    func aClientWithLimitedAccessHasMomentsOfWhatWasChosen() throws {
        try add([(0, nil, nil), (200_000, nil, nil)])
        #expect(try temporary.library.view(.limited(client: "app")).moments().moments.isEmpty)
        #expect(try temporary.library.view(.denied).moments().moments.isEmpty)
        #expect(try moments().moments.count == 2)
    }

    private func moments() throws -> Moments {
        try temporary.library.owner.moments()
    }

    private func add(_ occasions: [(seconds: Double, offset: Int?, place: (Double, Double)?)]) throws {
        try temporary.library.catalog.write(author: "test") { transaction in
            for occasion in occasions {
                var asset = AssetRecord(
                    uuid: UUID().uuidString, mediaType: .image, mediaSubtypes: [], playbackStyle: .image, pixelWidth: 1,
                    pixelHeight: 1, duration: 0, creationDate: Date(timeIntervalSinceReferenceDate: occasion.seconds),
                    addedDate: Date())
                asset.utcOffset = occasion.offset
                asset.latitude = occasion.place?.0
                asset.longitude = occasion.place?.1
                _ = try transaction.insert(asset)
            }
        }
    }
}
