import AlbumenTestSupport
import Catalog
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Offsets from UTC that follow from places.
@Suite struct ZoneOfPlaceTests {
    private typealias Sample = TemporaryLibrary.Sample

    private static let lisbon = MediaProbe.Location(latitude: 38.7139, longitude: -9.1394)
    private static let tokyo = MediaProbe.Location(latitude: 35.6586, longitude: 139.7454)
    private static let openSea = MediaProbe.Location(latitude: -40, longitude: -120)
    /// Seconds since 2001: 2024-07-10 09:33:04, of a clock or in UTC.
    private static let july = 742_296_784.0

    private let temporary: TemporaryLibrary

    init() throws {
        temporary = try TemporaryLibrary()
    }

    private func image(
        _ location: MediaProbe.Location?, offset: Int? = nil, _ source: MediaProbe.CaptureDate.Source = .exifOriginal,
        named name: String = "photo.jpg"
    ) -> Sample {
        .image(name) { probe in
            probe.captureDate = MediaProbe.CaptureDate(
                secondsSinceReferenceDate: Self.july, utcOffsetInSeconds: offset, source: source)
            probe.location = location
        }
    }

    private func add(_ sample: Sample) throws -> AssetRecord {
        try #require(try temporary.asset(temporary.add([sample])[0]))
    }

    private func asset(_ uuid: String) throws -> AssetRecord {
        try #require(try temporary.library.catalog.read { try $0.asset(uuid: uuid) })
    }

    private func seconds(_ asset: AssetRecord) -> Double? { asset.creationDate?.timeIntervalSinceReferenceDate }

    @Test func `a clock's time gets the offset of its place, and shows the same time`() throws {
        let asset = try add(image(Self.lisbon))
        #expect((asset.utcOffset, asset.utcOffsetSource, asset.dateSource) == (3600, .place, "exifOriginal"))
        #expect(seconds(asset) == Self.july - 3600)
        #expect(Timestamp.local(of: asset) == "2024-07-10T09:33:04+01:00")
    }

    @Test(arguments: [MediaProbe.CaptureDate.Source.container, .gps, .filename, .file])
    func `a moment in UTC stays, and shows the time of its place`(_ source: MediaProbe.CaptureDate.Source) throws {
        let asset = try add(image(Self.tokyo, offset: 0, source))
        #expect((asset.utcOffset, asset.utcOffsetSource) == (32_400, .place))
        #expect(seconds(asset) == Self.july)
    }

    @Test func `what the file says stays`() throws {
        for (location, offset) in [(Self.lisbon, 7200), (Self.tokyo, 0), (nil, nil), (Self.openSea, nil)] {
            let asset = try add(image(location, offset: offset, named: "\(offset ?? 1) \(location?.latitude ?? 0).jpg"))
            #expect((asset.utcOffset, asset.utcOffsetSource) == (offset, nil))
            #expect(seconds(asset) == Self.july)
        }
    }

    @Test func `the user's zone replaces that of the place, and undo restores it`() throws {
        let before = try add(image(Self.lisbon))
        var change = AssetChange()
        change.creationDate = .some(Date(timeIntervalSinceReferenceDate: 1000))
        change.utcOffset = .some(nil)
        var transaction = Transaction()
        transaction.record(.change(change, assetUUID: before.uuid))
        transaction.settings.keepsReversals = true
        let outcome = try temporary.library.owner.commit(transaction)[0]
        let after = try asset(before.uuid)
        #expect((after.utcOffset, after.utcOffsetSource, after.dateSource) == (nil, nil, "user"))
        guard case .changed(let reversal) = outcome else {
            Issue.record("The change can't be undone: \(outcome)")
            return
        }
        try temporary.commit(.revert(reversal))
        let restored = try asset(before.uuid)
        #expect((restored.utcOffset, restored.utcOffsetSource, restored.dateSource) == (3600, .place, "exifOriginal"))
        #expect(restored.creationDate == before.creationDate)
    }

    @Test func `a refresh adds the zone to earlier imports once, and not to dates of the user`() throws {
        let imported = try add(image(Self.lisbon))
        let chosen = try add(image(Self.lisbon, named: "chosen.jpg"))
        let brought = try add(image(Self.tokyo, offset: 0, .container, named: "brought.jpg"))
        _ = try add(image(Self.openSea, named: "sea.jpg"))
        try temporary.library.catalog.write(author: "test") { transaction in
            for earlier in [imported, chosen, brought] {
                try transaction.update(asset: earlier.id) { row in
                    (row.utcOffset, row.utcOffsetSource) = (nil, nil)
                    row.creationDate = Date(timeIntervalSinceReferenceDate: Self.july)
                    if row.uuid == chosen.uuid { row.dateSource = AssetChange.userSource }
                    if row.uuid == brought.uuid { row.dateSource = SourceFacts.dateSource }
                }
            }
        }
        #expect(try ZoneRefresh(of: temporary.library).run() == 1)
        #expect(try asset(imported.uuid).creationDate == imported.creationDate)
        #expect(try asset(imported.uuid).utcOffsetSource == .place)
        for uuid in [chosen.uuid, brought.uuid] { #expect(try asset(uuid).utcOffset == nil) }
        let latest = try temporary.library.catalog.read { try $0.latestChange() }
        #expect(try ZoneRefresh(of: temporary.library).run() == 0)
        #expect(try temporary.library.catalog.read { try $0.latestChange() } == latest)
    }

    @Test func `a source with the file's local time or its moment changes no date`() throws {
        for capture in [
            SourceFacts.Capture(date: Date(timeIntervalSinceReferenceDate: Self.july + 0.25), utcOffset: nil),
            SourceFacts.Capture(date: Date(timeIntervalSinceReferenceDate: Self.july - 3600 + 0.25), utcOffset: 3600),
        ] {
            var row = try asset(add(image(Self.lisbon, named: "\(capture.utcOffset ?? 0).jpg")).uuid)
            var facts = SourceFacts()
            facts.capture = .known(capture)
            facts.merge(into: &row, since: .nothing, isNew: false)
            #expect((row.utcOffset, row.utcOffsetSource, row.dateSource) == (3600, .place, "exifOriginal"))
            #expect(seconds(row) == Self.july - 3600 + 0.25)
        }
    }

    @Test(arguments: [
        // Clocks go from 01:00 to 02:00 in Lisbon on 2024-03-31, and from 02:00 to 01:00 on 2024-10-27.
        ("2024-03-31T00:59:59Z", 0), ("2024-03-31T01:30:00Z", 0), ("2024-03-31T02:00:00Z", 3600),
        ("2024-10-27T00:59:59Z", 3600), ("2024-10-27T01:30:00Z", 3600), ("2024-10-27T02:00:00Z", 0),
    ])
    func `a clock that is changed shows times twice or never`(_ time: String, _ offset: Int) throws {
        let zone = try #require(TimeZone(identifier: "Europe/Lisbon"))
        #expect(zone.secondsFromGMT(forLocalTime: try Date(time, strategy: .iso8601)) == offset)
    }
}
