import AlbumenTestSupport
import Catalog
import Foundation
import PhotoSources
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The undo of an import as a whole.
@Suite struct ImportUndoTests {
    private let scene: SourceScene
    private let album = UUID().uuidString

    init() throws {
        scene = try SourceScene()
        for name in ["a", "b"] {
            scene.source.items.append(try scene.folder.photo(name, SampleMedia.jpeg(comment: name)))
        }
        scene.source.items[1].facts.isHidden = true
    }

    @Test("photos go to Recently Deleted, also hidden ones, and what was here before stays")
    func photos() throws {
        let before = try scene.folder.write(SampleMedia.jpeg(comment: "before"), to: "before.jpg")
        try scene.temporary.importPaths([before.path])
        try scene.bringOver(intoAlbum: album)
        #expect(try owner.importedCount(ofAlbum: album) == 2)
        let moved = try owner.undoImport(ofAlbum: album, confirming: 2)
        #expect(moved.count == 2)
        let rows = try ["a", "b"].map { try #require(try scene.asset($0)).row }
        #expect(rows.allSatisfy { $0.trashedDate != nil } && Set(rows.map(\.uuid)) == Set(moved))
        #expect(try owner.collection(uuid: album) == nil)
        #expect(try assets().count == 1)
    }

    @Test("albums and folders of the source that show nothing are deleted, and come again with the next import")
    func albums() throws {
        let folder = SourceCollection(identifier: "f", kind: .folder, title: "Trips")
        var trip = SourceCollection(identifier: "1", kind: .album, title: "Sea", parent: "f")
        trip.members = ["a", "b"]
        var mixed = SourceCollection(identifier: "2", kind: .album, title: "Mixed")
        mixed.members = ["a"]
        scene.source.collections = [folder, trip, mixed]
        try scene.bringOver(intoAlbum: album)
        let before = try scene.folder.write(SampleMedia.jpeg(comment: "before"), to: "before.jpg")
        try scene.temporary.importPaths([before.path])
        let own = try #require(try assets().last)
        let titles = { try owner.collections().filter { $0.subtype != .albumImported }.map(\.title).sorted() }
        let kept = try #require(try owner.collections().first { $0.title == "Mixed" })
        try scene.temporary.commit(.editMembers(ListEdit(.add([own])), albumUUID: kept.uuid))
        #expect(try titles() == ["Mixed", "Sea", "Trips"])

        _ = try owner.undoImport(ofAlbum: album, confirming: 2)
        #expect(try titles() == ["Mixed"])
        try scene.bringOver(restoresTrashed: true)
        #expect(try titles() == ["Mixed", "Sea", "Trips"])
        #expect(try assets().count == 3)
    }

    @Test("a count that isn't confirmed, and albums of other kinds, change nothing")
    func refusals() throws {
        try scene.bringOver(intoAlbum: album)
        #expect(throws: LibraryError.self) { _ = try owner.undoImport(ofAlbum: album, confirming: 1) }
        let other = NewCollection(uuid: UUID().uuidString, kind: .album, title: "Mine")
        try scene.temporary.commit(.createCollection(other))
        #expect(throws: LibraryError.self) { _ = try owner.undoImport(ofAlbum: other.uuid, confirming: 0) }
        #expect(throws: LibraryError.self) { try scene.temporary.commit(.deleteImport(albumUUID: other.uuid)) }
        #expect(try owner.importedCount(ofAlbum: other.uuid) == nil)
        #expect(try owner.importedCount(ofAlbum: album) == 2)
    }

    private var owner: LibraryView { scene.library.owner }

    /// The UUIDs of the assets that aren't in Recently Deleted, in the order in which they came.
    private func assets() throws -> [String] {
        try scene.library.catalog.read { catalog in
            let rows = try catalog.assets(withIdentifiers: Array(1...10)).values
            return rows.filter { $0.trashedDate == nil }.sorted { $0.id < $1.id }.map(\.uuid)
        }
    }
}
