import AlbumenTestSupport
import Catalog
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The imported date and location are kept when the user sets others (§5.3).
@Suite struct OriginalValuesTests {
    private let temporary: TemporaryLibrary

    init() throws {
        temporary = try TemporaryLibrary()
    }

    private static let taken = MediaProbe.CaptureDate(
        secondsSinceReferenceDate: 1_000.5, utcOffsetInSeconds: 7_200, source: .exifOriginal)
    private static let place = MediaProbe.Location(
        latitude: 31.25, longitude: 121.5, altitude: 12, horizontalAccuracy: 5)

    private func addPhoto(_ name: String = "a.jpg") throws -> AssetRecord {
        let outcome = try temporary.add([
            .image(name) { ($0.captureDate, $0.location) = (Self.taken, Self.place) }
        ])[0]
        return try #require(try temporary.asset(outcome))
    }

    private func asset(_ uuid: String) throws -> AssetRecord {
        try #require(try temporary.library.catalog.read { try $0.asset(uuid: uuid) })
    }

    private func kept(_ asset: AssetRecord) throws -> (OriginalDate?, OriginalLocation?) {
        try temporary.library.catalog.read { reader in
            (
                try reader.originalDates(ofAssets: [asset.id])[asset.id],
                try reader.originalLocations(ofAssets: [asset.id])[asset.id]
            )
        }
    }

    private func set(_ uuid: String, _ change: (inout AssetChange) -> Void) throws {
        var changes = AssetChange()
        change(&changes)
        try temporary.commit(.change(changes, assetUUID: uuid))
    }

    private func restore(_ parts: OriginalFields, _ uuid: String, access: Access = .full) throws {
        try temporary.commit(.restoreOriginals(parts, read: OriginalValues(), assetUUID: uuid), access: access)
    }

    @Test("the imported values can be restored after any number of changes, with offset, source and altitude")
    func restoring() throws {
        let imported = try addPhoto()
        for second in [5.0, 6.0] {
            try set(imported.uuid) { change in
                change.creationDate = .some(Date(timeIntervalSinceReferenceDate: second))
                change.utcOffset = .some(nil)
                change.location = .some(second == 5 ? AssetLocation(latitude: 1, longitude: 2) : nil)
            }
        }
        #expect(try asset(imported.uuid).creationDate == Date(timeIntervalSinceReferenceDate: 6))
        #expect(try asset(imported.uuid).latitude == nil)
        try restore([.date, .location], imported.uuid)
        var restored = try asset(imported.uuid)
        #expect(try #require(restored.modificationDate) >= (try #require(imported.modificationDate)))
        restored.modificationDate = imported.modificationDate
        #expect(restored == imported)
    }

    @Test("no values are stored for unchanged or restored assets")
    func rows() throws {
        let imported = try addPhoto()
        try set(imported.uuid) { ($0.isFavorite, $0.rating) = (true, 3) }
        #expect(try kept(imported) == (nil, nil))
        try set(imported.uuid) { $0.creationDate = .some(nil) }
        let (date, location) = try kept(imported)
        #expect(date == OriginalDate(imported))
        #expect(location == nil)
        try set(imported.uuid) { $0.location = .some(nil) }
        #expect(try kept(imported).1 == OriginalLocation(imported))
        try restore(.location, imported.uuid)
        #expect(try kept(imported) == (date, nil))
        try restore([.date, .location], imported.uuid)
        #expect(try kept(imported) == (nil, nil))
    }

    @Test("an offset alone is a change of the date")
    func offset() throws {
        let imported = try addPhoto()
        try set(imported.uuid) { $0.utcOffset = .some(-3_600) }
        try restore(.date, imported.uuid)
        #expect(try asset(imported.uuid).utcOffset == 7_200)
    }

    @Test("restoring an asset that has its imported date changes nothing, not even the history")
    func unchanged() throws {
        let imported = try addPhoto()
        let latest = try temporary.library.catalog.read { try $0.latestChange() }
        try restore([.date, .location], imported.uuid)
        #expect(try temporary.library.catalog.read { try $0.latestChange() } == latest)
        #expect(try asset(imported.uuid) == imported)
    }

    @Test("a failing change has no effect, and stores no values")
    func failing() throws {
        let imported = try addPhoto()
        var change = AssetChange()
        change.creationDate = .some(nil)
        #expect(throws: LibraryError.self) {
            try temporary.commit(.change(change, assetUUID: imported.uuid), .trash(assetUUID: UUID().uuidString))
        }
        #expect(try kept(imported) == (nil, nil))
    }

    @Test("the history contains the date and location before and after they are restored")
    func history() throws {
        let library = temporary.library
        let imported = try addPhoto()
        try set(imported.uuid) { $0.creationDate = .some(Date(timeIntervalSinceReferenceDate: 5)) }
        let start = try library.owner.currentToken()
        try restore(.date, imported.uuid)
        let changes = try library.owner.changes(since: start).entries
        #expect(changes.count == 1)
        let details = try library.owner.details(of: .asset, inChange: try #require(changes.first).token)
        #expect(details.updated == [LocalIdentifier.string(uuid: imported.uuid, kind: .asset)])
    }

    @Test("if the photo of a RAW is imported after the user set a date, the photo's date is the restored one")
    func pairing() throws {
        let raw = try #require(
            try temporary.asset(
                temporary.add([.image("IMG_1.DNG") { ($0.isRAW, $0.captureDate) = (true, Self.taken) }])[0]))
        try set(raw.uuid) { $0.creationDate = .some(Date(timeIntervalSinceReferenceDate: 5)) }
        var later = Self.taken
        later.utcOffsetInSeconds = 3_600
        let outcome = try temporary.add([.image("IMG_1.JPG") { ($0.captureDate, $0.location) = (later, Self.place) }])[
            0]
        #expect(outcome == .joined(assetUUID: raw.uuid))
        #expect(try asset(raw.uuid).creationDate == Date(timeIntervalSinceReferenceDate: 5))
        #expect(try asset(raw.uuid).latitude == 31.25)
        try restore(.date, raw.uuid)
        #expect(try asset(raw.uuid).creationDate == Date(timeIntervalSinceReferenceDate: 1_000.5))
        #expect(try asset(raw.uuid).utcOffset == 3_600)
    }

    @Test("with limited access, a client only restores values of visible assets (§1.3)")
    func limitedAccess() throws {
        let imported = try addPhoto()
        try set(imported.uuid) { $0.creationDate = .some(nil) }
        for access in [Access.limited(client: "app"), .addOnly, .denied] {
            #expect(throws: LibraryError.self) { try restore(.date, imported.uuid, access: access) }
        }
        try temporary.library.catalog.write(author: "test") { try $0.grant(asset: imported.id, to: "app") }
        try restore(.date, imported.uuid, access: .limited(client: "app"))
        #expect(try asset(imported.uuid).creationDate == imported.creationDate)
    }

    @Test("an asset in Recently Deleted keeps its imported values")
    func recentlyDeleted() throws {
        let imported = try addPhoto()
        try set(imported.uuid) { $0.creationDate = .some(nil) }
        try temporary.commit(.trash(assetUUID: imported.uuid))
        #expect(throws: LibraryError.self) { try restore(.date, imported.uuid) }
        try temporary.commit(.restore(assetUUID: imported.uuid))
        try restore(.date, imported.uuid)
        #expect(try asset(imported.uuid).creationDate == imported.creationDate)
    }

    @Test("a purge deletes the imported values")
    func purge() throws {
        let imported = try addPhoto()
        try set(imported.uuid) { ($0.creationDate, $0.location) = (.some(nil), .some(nil)) }
        try temporary.commit(.trash(assetUUID: imported.uuid))
        try temporary.commit(.purge(assetUUID: imported.uuid))
        #expect(try kept(imported) == (nil, nil))
        #expect(try temporary.library.catalog.read { try $0.structuralFaults() } == [])
    }
}
