import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct TimelineTests {
    let temporary: TemporaryLibrary
    let album: AssetFetch.Membership

    init() throws {
        temporary = try TemporaryLibrary()
        album = .smartAlbum(try #require(SmartAlbum.withSubtype(.smartAlbumUserLibrary)))
    }

    @Test("a timeline is in the order of a fetch by descending creation date")
    func theOrderIsThatOfAFetchByCreationDateDescending() throws {
        try addDays(8)
        // Assets with the same date, so that identifiers decide.
        try temporary.add((0..<4).map { .image("same-\($0).jpg") })
        var fetch = AssetFetch()
        fetch.orderings = [.newestFirst]
        let timeline = try temporary.library.owner.timeline(of: album)
        #expect(Array(timeline.identifiers) == (try temporary.library.owner.assetIdentifiers(fetch)))
        #expect(timeline.identifiers.count == 12)
        let dates = try dates(timeline)
        #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 >= $1 })
    }

    @Test("assets without a date are last")
    func whatHasNoDateComesLast() throws {
        try addDays(3)
        let undated = try temporary.library.catalog.write(author: "test") { transaction in
            try transaction.insert(
                AssetRecord(
                    uuid: UUID().uuidString, mediaType: .image, mediaSubtypes: [], playbackStyle: .image, pixelWidth: 4,
                    pixelHeight: 3, duration: 0, creationDate: nil, addedDate: Date(timeIntervalSinceReferenceDate: 0)))
        }
        #expect(try temporary.library.owner.timeline(of: album).identifiers.last == undated)
    }

    @Test("the version is the library's last change")
    func theVersionIsTheLibrarysLastChange() throws {
        let before = try temporary.library.owner.timeline(of: album)
        try addDays(1)
        let after = try temporary.library.owner.timeline(of: album)
        #expect(after.version > before.version)
        #expect(after.version == (try temporary.library.catalog.read { try $0.latestChange() }))
        #expect(before.identifiers.isEmpty)
    }

    // MARK: Access

    @Test("with limited access, a timeline contains only the chosen assets")
    func limitedAccessHasOnlyWhatTheUserChose() throws {
        let assets = try addDays(4)
        try temporary.library.catalog.write(author: "test") { transaction in
            for asset in [assets[1], assets[3]] { try transaction.grant(asset: asset.id, to: "app") }
        }
        let timeline = try temporary.library.view(.limited(client: "app")).timeline(of: album)
        #expect(Array(timeline.identifiers) == [assets[1].id, assets[3].id])
        #expect(try temporary.library.view(.limited(client: "other")).timeline(of: album).identifiers.isEmpty)
        try temporary.commit(.trash(assetUUID: assets[1].uuid), .setHidden(true, assetUUID: assets[3].uuid))
        #expect(try temporary.library.view(.limited(client: "app")).timeline(of: album).identifiers.isEmpty)
        let hidden = AssetFetch.Membership.smartAlbum(try #require(SmartAlbum.withSubtype(.smartAlbumAllHidden)))
        #expect(
            Array(try temporary.library.view(.limited(client: "app")).timeline(of: hidden).identifiers)
                == [assets[3].id])
        #expect(try temporary.library.view(.limited(client: "other")).timeline(of: hidden).identifiers.isEmpty)
    }

    @Test("without read access the timeline is empty", arguments: [Access.denied, .addOnly])
    func whoMaySeeNothingHasAnEmptyTimeline(access: Access) throws {
        let assets = try addDays(2)
        try temporary.commit(.setHidden(true, assetUUID: assets[0].uuid))
        for album in SmartAlbum.all {
            #expect(try temporary.library.view(access).timeline(of: .smartAlbum(album)).identifiers.isEmpty)
        }
    }

    // MARK: Ranks

    @Test("ranks count from the newest asset")
    func ranksAreCountedFromTheNewest() throws {
        let assets = try addDays(5)
        let timeline = try temporary.library.owner.timeline(of: album)
        #expect(assets.map { timeline.rank(of: $0.id) } == [0, 1, 2, 3, 4])
        #expect(timeline.rank(of: -1) == nil)
        #expect(timeline.ranks(of: [assets[3].id, assets[1].id, -1]) == [assets[1].id: 1, assets[3].id: 3])
        #expect(timeline.ranks(of: []).isEmpty)
    }

    @Test("ranks are evenly spaced from the first to the last", arguments: [0, 1, 2, 256, 257, 258, 1000, 100_000])
    func ranksAreSpacedEvenlyFromTheFirstToTheLast(count: Int) {
        let timeline = Timeline(
            AssetSnapshot(
                fetch: AssetFetch(), access: .full, date: Date(), version: 1,
                identifiers: IdentifierList(0..<Int64(count))))
        let ranks = timeline.ranks(atMost: 257)
        #expect(ranks.count == min(count, 257))
        #expect(ranks.first == (count > 0 ? 0 : nil))
        #expect(ranks.last == (count > 0 ? count - 1 : nil))
        let distances = Set(zip(ranks, ranks.dropFirst()).map { $1 - $0 })
        #expect(distances.allSatisfy { $0 > 0 })
        #expect((distances.max() ?? 0) - (distances.min() ?? 0) <= 1)
    }

    // MARK: Rows

    @Test("rows are in the order of the request")
    func rowsComeInTheOrderAskedFor() throws {
        let assets = try addDays(4)
        let identifiers = [assets[2].id, assets[0].id, assets[3].id]
        let rows = try #require(try temporary.library.owner.timelineRows(identifiers[...]))
        #expect(rows.map(\.asset.id) == identifiers)
        #expect(try temporary.library.owner.timelineRows([][...])?.isEmpty == true)
    }

    @Test("missing assets have no rows")
    func rowsOfWhatIsNotThereAreNone() throws {
        let assets = try addDays(1)
        #expect(try temporary.library.owner.timelineRows([assets[0].id, 999_999][...]) == nil)
    }

    @Test("the day is the local day at the place of capture")
    func theDayIsThatOfTheClockWhereThePhotoWasTaken() throws {
        let seconds = try #require(CivilTime.secondsSinceReferenceDate("2024-05-07 23:30+08:00"))
        let outcomes = try temporary.add([
            .image("a.jpg") {
                $0.captureDate = MediaProbe.CaptureDate(
                    secondsSinceReferenceDate: seconds, utcOffsetInSeconds: 8 * 3600, source: .exifOriginal)
            }
        ])
        let asset = try #require(try temporary.asset(outcomes[0]))
        let row = try #require(try temporary.library.owner.timelineRows([asset.id][...])?.first)
        // 2024-05-07 is 19,850 days after 1970-01-01.
        #expect(row.day == 19_850)
    }

    @Test("the content tag changes with the picture")
    func theContentTagChangesWithThePicture() throws {
        let assets = try addDays(2)
        let rows = try #require(try temporary.library.owner.timelineRows(assets.map(\.id)[...]))
        #expect(rows[0].contentTag != rows[1].contentTag)
        for (row, asset) in zip(rows, assets) {
            let source = try temporary.library.owner.pictureSource(of: asset, version: .current)
            #expect(row.contentTag == source.contentTag)
            #expect(row.contentTag == "\(source.digest.hexadecimal.prefix(8))-\(Derivatives.generation)")
        }
    }

    // MARK: Parts

    /// Adds an asset per day, the newest first.
    @discardableResult
    private func addDays(_ count: Int) throws -> [AssetRecord] {
        let samples = (0..<count).map { index in
            TemporaryLibrary.Sample.image("day-\(index).jpg") { probe in
                probe.captureDate = MediaProbe.CaptureDate(
                    secondsSinceReferenceDate: Double(count - index) * 86_400, utcOffsetInSeconds: 0,
                    source: .exifOriginal)
            }
        }
        return try temporary.add(samples).map { try #require(try temporary.asset($0)) }
    }

    private func dates(_ timeline: Timeline) throws -> [Date] {
        let assets = try temporary.library.owner.assets(withIdentifiers: timeline.identifiers)
        return try timeline.identifiers.map { try #require(assets[$0]?.creationDate) }
    }
}
