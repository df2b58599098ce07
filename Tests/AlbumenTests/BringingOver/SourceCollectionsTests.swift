import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import PhotoSources
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct SourceCollectionsTests {
    private let scene: SourceScene

    init() throws {
        scene = try SourceScene()
        for name in ["a", "b", "c", "d"] {
            scene.source.items.append(try scene.folder.photo(name, SampleMedia.jpeg(comment: name)))
        }
    }

    @Test("albums and folders come with their order, covers and equal titles (imports 1.5)")
    func order() throws {
        let folder = SourceCollection(identifier: "f", kind: .folder, title: "Same")
        var first = SourceCollection(identifier: "1", kind: .album, title: "Same", parent: "f")
        first.members = ["c", "a", "b"]
        first.cover = "b"
        var second = SourceCollection(identifier: "2", kind: .album, title: "Same", parent: "f")
        second.members = ["missing", "d"]
        let top = SourceCollection(identifier: "3", kind: .album, title: "Empty/€")
        scene.source.collections = [folder, first, second, top]
        let table = try scene.bringOver().table
        #expect(table.used(.albums) == 3 && table.used(.folders) == 1)
        #expect(table.found(.memberships) == 5 && table.used(.memberships) == 4)
        #expect(table.count(.memberships, .itemNotBrought) == 1 && table.used(.covers) == 1)
        #expect(try children(nil) == ["f", "3"])
        #expect(try children("f") == ["1", "2"])
        #expect(try members("1") == ["c", "a", "b"])
        #expect(try members("2") == ["d"])
        #expect(try collection("1")?.coverID == scene.asset("b")?.row.id)
    }

    @Test("a later run adds new members at their place, and keeps what the user did (imports 1.5)")
    func laterRun() throws {
        var album = SourceCollection(identifier: "1", kind: .album, title: "Old")
        album.members = ["a", "b", "d"]
        var other = SourceCollection(identifier: "2", kind: .album, title: "Other")
        other.members = ["a"]
        scene.source.collections = [album, other]
        try scene.bringOver()
        let removed = try #require(try scene.asset("b")?.row.uuid)
        let (one, two) = (try #require(try collection("1")), try #require(try collection("2")))
        try scene.temporary.commit(
            .editMembers(ListEdit(.remove([removed])), albumUUID: one.uuid),
            .rename("Mine", collectionUUID: two.uuid))
        scene.source.collections[0].members = ["a", "b", "c", "d"]
        scene.source.collections[0].title = "New"
        scene.source.collections[1].title = "Another"
        let table = try scene.bringOver().table
        #expect(try members("1") == ["a", "c", "d"])
        #expect(try collection("1")?.title == "New")
        #expect(try collection("2")?.title == "Mine")
        #expect(table.count(.memberships, .userValue) == 1)
        let change = try scene.lastChange()
        try scene.bringOver()
        #expect(try scene.lastChange() == change)
    }

    @Test("an album that the user deleted isn't brought over again")
    func deleted() throws {
        scene.source.collections = [SourceCollection(identifier: "1", kind: .album, title: "Gone")]
        try scene.bringOver()
        let uuid = try #require(try collection("1")?.uuid)
        try scene.temporary.commit(.deleteCollection(uuid: uuid))
        #expect(try scene.bringOver().table.count(.albums, .deletedHere) == 1)
        #expect(try children(nil) == [])
    }

    @Test("a title beyond the limit is shortened")
    func longTitle() throws {
        scene.source.collections = [
            SourceCollection(identifier: "1", kind: .album, title: String(repeating: "é", count: 4_000) + "\0")
        ]
        try scene.bringOver()
        #expect(try collection("1")?.title.utf8.count == 4_096)
    }

    private func collection(_ identifier: String) throws -> CollectionRecord? {
        try scene.library.catalog.read { catalog in
            guard let row = try catalog.source(scene.source.key),
                let record = try catalog.collectionSource(ofSource: row, identifier: identifier)
            else { return nil }
            return try catalog.collections(withIdentifiers: [record.collectionID]).first
        }
    }

    /// The identifiers in the source of a folder's albums and folders, in order.
    private func children(_ folder: String?) throws -> [String] {
        let parent = try folder.map { try #require(try collection($0)).id }
        let found = try scene.library.catalog.read { try $0.collections(.children(folder: parent), scope: .everything) }
        return try found.compactMap { child in
            try scene.source.collections.first { try collection($0.identifier)?.id == child.id }?.identifier
        }
    }

    /// The identifiers in the source of an album's members, in order.
    private func members(_ album: String) throws -> [String] {
        let identifier = try #require(try collection(album)).id
        let found = try scene.library.catalog.read { try $0.members(ofAlbum: identifier) }
        return try found.compactMap { member in
            try scene.source.items.first { try scene.asset($0.identifier)?.row.id == member }?.identifier
        }
    }
}
