import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Moments after changes, which are made again only around the changed photos.
@Suite struct MomentUpdatingTests {
    private static let day = 86_400.0

    private let temporary: TemporaryLibrary

    init() throws {
        temporary = try TemporaryLibrary()
    }

    @Test(arguments: 0..<TestLength.cases(12))
    func `moments after changes are those of a new reading`(_ seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        try add(60, &generator)
        _ = try temporary.library.owner.moments()
        for step in 0..<25 {
            try change(&generator, reachesEndOfCalendar: seed % 3 == 0)
            let moments = try temporary.library.owner.moments()
            let expected = try read()
            #expect(moments.moments == expected.moments, "step \(step)")
            #expect(moments.clusters == expected.clusters && moments.years == expected.years, "step \(step)")
            expectLookups(moments)
            guard moments.moments == expected.moments else { return }
        }
    }

    @Test func `a changed photo is read with the photos of its days, whatever the size of the library`() throws {
        var generator = SeededGenerator(seed: 1)
        try add(2000, over: 4000, &generator)
        let moments = try temporary.library.owner.moments()
        let date = try #require(moments.moments[1000].startDate)
        var count = 0
        let updated = try #require(
            try moments.updated([date]) { start, body in
                try temporary.library.catalog.read { reader in
                    try reader.forEachOccasion(from: start, scope: .everything) { occasion in
                        count += 1
                        return try body(occasion)
                    }
                }
            })
        #expect(updated.moments == moments.moments)
        #expect((2...40).contains(count))
    }

    @Test func `changes that don't concern moments read no photo`() throws {
        var generator = SeededGenerator(seed: 2)
        try add(5, &generator)
        let catalog = temporary.library.catalog
        let version = try catalog.read { try $0.latestChange() }
        let asset = try #require(try temporary.library.owner.assetIdentifiers(AssetFetch()).first)
        try catalog.write(author: "test") { try $0.update(asset: asset) { $0.isFavorite.toggle() } }
        #expect(try catalog.read { try $0.momentDates(after: version, limit: 10) } == [])
        try catalog.write(author: "test") { try $0.update(asset: asset) { $0.utcOffset = 3600 * 9 } }
        #expect(try catalog.read { try $0.momentDates(after: version, limit: 10) }?.count == 1)
        #expect(try catalog.read { try $0.momentDates(after: version, limit: 0) } == nil)
    }

    @Test func `the earliest date of a change finds its moment beside photos without a date`() throws {
        try temporary.library.catalog.write(author: "test") { transaction in
            var generator = SeededGenerator(seed: 3)
            for date in [nil, .distantPast, Date(timeIntervalSinceReferenceDate: 0)] as [Date?] {
                var asset = Self.asset(over: 1, &generator)
                (asset.creationDate, asset.utcOffset) = (date, nil)
                _ = try transaction.insert(asset)
            }
        }
        let moments = try temporary.library.owner.moments()
        #expect(moments.moments.count == 3)
        #expect(moments.moment(at: .distantPast)?.startDate == .distantPast)
        #expect(moments.moment(at: nil)?.startDate == nil && moments.moment(at: nil)?.count == 1)
        expectLookups(moments)
    }

    /// Each moment has an identifier of its own, and is found by its identifier and by its dates.
    private func expectLookups(_ moments: Moments) {
        #expect(Set(moments.moments.map(\.uuid)).count == moments.moments.count)
        for moment in moments.moments {
            #expect(moments.moment(uuid: moment.uuid) == moment)
            #expect(moments.moment(at: moment.startDate) == moment && moments.moment(at: moment.endDate) == moment)
        }
    }

    /// Reads all photos.
    private func read() throws -> Moments {
        try temporary.library.catalog.read { reader in
            var builder = MomentBuilder()
            try reader.forEachOccasion(from: nil, scope: .everything) { occasion in
                builder.add(occasion)
                return true
            }
            return Moments(builder.finish())
        }
    }

    private func change(_ generator: inout SeededGenerator, reachesEndOfCalendar: Bool) throws {
        if Int.random(in: 0..<3, using: &generator) == 0 {
            return try add(Int.random(in: 1...4, using: &generator), &generator)
        }
        let assets = try temporary.library.owner.assetIdentifiers(AssetFetch())
        try temporary.library.catalog.write(author: "test") { transaction in
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                guard let asset = assets.randomElement(using: &generator) else { return }
                let kind = Int.random(in: 0..<(reachesEndOfCalendar ? 8 : 7), using: &generator)
                let other = Self.asset(over: 60, &generator)
                try transaction.update(asset: asset) { asset in
                    switch kind {
                    case 0: asset.creationDate = other.creationDate
                    case 1: asset.utcOffset = other.utcOffset
                    case 2: (asset.latitude, asset.longitude) = (other.latitude, other.longitude)
                    case 3: asset.isHidden = true
                    case 6: asset.trashedDate = Date()
                    // A local date beyond the calendar.
                    case 7: (asset.creationDate, asset.utcOffset) = (Self.latest, 8 * 3600)
                    case 4: asset.creationDate = asset.creationDate?.addingTimeInterval(Self.day / 2)
                    default: asset.isFavorite.toggle()
                    }
                }
            }
        }
    }

    private func add(_ count: Int, over days: Double = 60, _ generator: inout SeededGenerator) throws {
        try temporary.library.catalog.write(author: "test") { transaction in
            for _ in 0..<count { _ = try transaction.insert(Self.asset(over: days, &generator)) }
        }
    }

    /// The last second of the year 9999.
    private static let latest = Date(timeIntervalSince1970: 253_402_300_799)

    /// A photo somewhere in the world, in some of the time zones, and sometimes without a date.
    private static func asset(over days: Double, _ generator: inout SeededGenerator) -> AssetRecord {
        let isDated = Int.random(in: 0..<20, using: &generator) > 0
        // Many photos have the date of another one.
        let hours = Double.random(in: 0..<days * 24, using: &generator).rounded()
        var asset = AssetRecord(
            uuid: UUID().uuidString, mediaType: .image, mediaSubtypes: [], playbackStyle: .image, pixelWidth: 1,
            pixelHeight: 1, duration: 0,
            creationDate: isDated ? Date(timeIntervalSinceReferenceDate: hours * 3600) : nil, addedDate: Date())
        asset.utcOffset = Bool.random(using: &generator) ? Int.random(in: -12...14, using: &generator) * 3600 : nil
        if Bool.random(using: &generator) {
            asset.latitude = Double.random(in: -60...60, using: &generator)
            asset.longitude = Double.random(in: -180...180, using: &generator)
        }
        return asset
    }
}
