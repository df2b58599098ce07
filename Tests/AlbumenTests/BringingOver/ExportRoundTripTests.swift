import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import PhotoSources
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// What `export --original --sidecars` writes, an import into a new library gives back (imports 3.4).
@Suite struct ExportRoundTripTests {
    private let scene: SourceScene
    private let target: TemporaryFolder
    private let other: TemporaryLibrary

    init() throws {
        scene = try SourceScene()
        target = try TemporaryFolder()
        other = try TemporaryLibrary()
    }

    private static let exif = SampleMedia.Exif(
        dateTimeOriginal: "2024:05:07 09:33:04", offsetTimeOriginal: "+08:00", latitude: 30.62765,
        longitude: 119.738767)

    /// Exports everything, and imports it into the other library.
    private func exchange() throws -> [ExportEvent] {
        var options = ExportOptions()
        options.includesOriginals = true
        options.includesSidecars = true
        options.listsAllAlbums = true
        var events: [ExportEvent] = []
        let view = scene.library.owner
        _ = try Export(from: view, to: target.url, options: options) { events.append($0) }
            .run(try Export.everything(in: view))
        try other.importPaths([target.path])
        return events
    }

    private func asset(_ uuid: String, _ library: Library) throws -> (row: AssetRecord, metadata: MetadataRecord) {
        try library.catalog.read { catalog in
            let row = try #require(try catalog.asset(uuid: uuid))
            return (row, try catalog.metadata(ofAsset: row.id) ?? MetadataRecord())
        }
    }

    @Test func `identifiers, dates, places, texts, ratings and marks come back, also removed ones`() throws {
        for name in ["set", "removed", "kept"] {
            scene.source.items.append(
                try scene.folder.photo(name, SampleMedia.jpeg(comment: name, exif: Self.exif)) { facts in
                    facts.title = .known("Title")
                    facts.addedDate = Date(timeIntervalSince1970: 1_500_000_000)
                })
        }
        try scene.bringOver()
        try scene.change("set") { change in
            change.creationDate = Date(timeIntervalSince1970: 1_000_000_000.5)
            change.utcOffset = .some(nil)
            change.location = AssetLocation(latitude: -1.25, longitude: 100.5, altitude: 12)
            change.caption = "A <b> & \"c\"\nline"
            change.keywords = ["k", "a/b"]
            change.rating = 2
            change.isFavorite = true
            change.isHidden = true
        }
        try scene.change("removed") { change in
            change.creationDate = .some(nil)
            change.location = .some(nil)
        }
        _ = try exchange()
        for name in ["set", "removed", "kept"] {
            let before = try #require(try scene.asset(name))
            let after = try asset(before.row.uuid, other.library)
            #expect(after.row.creationDate == before.row.creationDate, "\(name)")
            #expect(after.row.utcOffset == before.row.utcOffset, "\(name)")
            #expect(after.row.dateSource == before.row.dateSource, "\(name)")
            #expect(near(after.row.latitude, before.row.latitude), "\(name)")
            #expect(near(after.row.longitude, before.row.longitude), "\(name)")
            #expect(after.row.isFavorite == before.row.isFavorite && after.row.isHidden == before.row.isHidden)
            #expect(after.row.addedDate == before.row.addedDate, "\(name)")
            #expect(after.metadata.title == before.metadata.title, "\(name)")
            #expect(after.metadata.caption == before.metadata.caption, "\(name)")
            #expect(Set(after.metadata.keywords) == Set(before.metadata.keywords), "\(name)")
            #expect(after.metadata.rating == before.metadata.rating, "\(name)")
        }
    }

    @Test func `albums, folders, their order, covers and bursts come back`() throws {
        for (index, name) in ["a", "b", "c"].enumerated() {
            scene.source.items.append(
                try scene.folder.photo(name, SampleMedia.jpeg(comment: name)) { facts in
                    guard index < 2 else { return }
                    facts.burst = .known(
                        .init(identifier: "B", isKeyPhoto: index == 1, isAutomaticPick: false, isUserPick: index == 0))
                })
        }
        scene.source.collections = [
            .init(identifier: "f", kind: .folder, title: "Folder"),
            .init(identifier: "1", kind: .album, title: "Same", parent: "f"),
            .init(identifier: "2", kind: .album, title: "Same"),
        ]
        scene.source.collections[1].members = ["c", "a"]
        scene.source.collections[1].cover = "a"
        try scene.bringOver()
        let events = try exchange()
        #expect(events.last == .albums(path: target.file("albumen-albums.json").path))
        #expect(try Self.tree(other.library) == Self.tree(scene.library))
        for name in ["a", "b"] {
            let before = try #require(try scene.asset(name)?.row)
            let after = try asset(before.uuid, other.library).row
            #expect(after.burstIdentifier == "B" && after.representsBurst == before.representsBurst)
            #expect(after.burstSelectionTypes == before.burstSelectionTypes)
        }
        // Another import of the same export changes nothing.
        let change = try other.library.catalog.read { try $0.latestChange() }
        try other.importPaths([target.path])
        #expect(try other.library.catalog.read { try $0.latestChange() } == change)
    }

    @Test func `an export that is imported into its own library changes nothing`() throws {
        scene.source.items = [try scene.folder.photo("a", SampleMedia.jpeg()) { $0.caption = .known("c") }]
        scene.source.collections = [.init(identifier: "1", kind: .album, title: "Album")]
        scene.source.collections[0].members = ["a"]
        try scene.bringOver()
        _ = try exchange()
        let before = try Self.tree(scene.library)
        let (row, metadata) = try asset(try #require(try scene.asset("a")).row.uuid, scene.library)
        try scene.temporary.importPaths([target.path])
        #expect(try Self.tree(scene.library) == before)
        #expect(try scene.assetCount() == 1)
        let after = try asset(row.uuid, scene.library)
        #expect(after.row == row && after.metadata == metadata)
    }

    @Test func `the identifiers of a sidecar don't count for other bytes`() throws {
        scene.source.items = [try scene.folder.photo("a", SampleMedia.jpeg(comment: "1"))]
        try scene.bringOver()
        let uuid = try #require(try scene.asset("a")).row.uuid
        try scene.change("a") { $0.isHidden = true }
        var options = ExportOptions()
        options.includesSidecars = true
        let view = scene.library.owner
        _ = try Export(from: view, to: target.url, options: options) { _ in }.run(try Export.everything(in: view))
        try SampleMedia.jpeg(comment: "other").write(to: target.file("a.jpg"))
        try other.importPaths([target.path])
        let rows = try other.library.catalog.read { try $0.assets(after: 0, limit: 10) }
        #expect(rows.count == 1 && rows[0].uuid != uuid && !rows[0].isHidden)
    }

    /// The albums and folders as text: titles with the identifiers of members and of the cover, in order.
    private static func tree(_ library: Library) throws -> [String] {
        try library.catalog.read { catalog in try tree(nil, "", catalog) }
    }

    private static func tree(_ folder: Int64?, _ indent: String, _ catalog: CatalogReader) throws -> [String] {
        try catalog.collections(.children(folder: folder), scope: .everything).flatMap { child -> [String] in
            let members = try catalog.members(ofAlbum: child.id)
            let rows = try catalog.assets(withIdentifiers: members + [child.coverID].compactMap(\.self))
            let cover = child.coverID.flatMap { rows[$0]?.uuid } ?? "-"
            let line = "\(indent)\(child.uuid) \(child.title) \(members.compactMap { rows[$0]?.uuid }) \(cover)"
            return [line] + (child.kind == .folder ? try tree(child.id, indent + "  ", catalog) : [])
        }
    }

    private func near(_ left: Double?, _ right: Double?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return abs(left - right) < 1e-8
    }
}
