import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import AlbumenServer

/// The tree of user albums and folders, and its changes.
@Suite struct CollectionChangeRouteTests {
    @Test func `the tree follows the smart albums in its order`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(3)
            let inner = try gallery.addAlbum("Inner", assets)
            let folder = try gallery.addFolder("Folder", [try gallery.addFolder("Deep", [inner])])
            let outer = try gallery.addAlbum("Outer", [assets[0]])
            try gallery.setHidden(true, assets[2])
            let answer = try await gallery.respond("/api/collections")
            let all = try answer.decoded(as: CollectionsAnswer.self).collections
            let own = all.drop { $0.type == "smartAlbum" }
            #expect(own.map(\.title) == ["Outer", "Folder", "Deep", "Inner"])
            #expect(own.map(\.type) == ["album", "folder", "folder", "album"])
            #expect(own.map(\.count) == [1, 1, 1, 2])
            #expect(own.map(\.subtype) == [2, 100, 100, 2])
            #expect(own.first?.identifier == outer)
            #expect(own.map { $0.parent == nil } == [true, true, false, false])
            #expect(own.dropFirst(2).first?.parent == folder)
        }
    }

    @Test func `new albums and folders are at the front`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(2)
            let folder = try await made("{\"type\": \"folder\", \"title\": \"Trips\"}", gallery)
            #expect(folder.type == "folder")
            _ = try await made(
                "{\"type\": \"album\", \"title\": \"Old\", \"parent\": \"\(folder.identifier)\"}", gallery)
            let album = try await made(
                """
                {"type": "album", "title": " New ", "parent": "\(folder.identifier)", "assets": ["\(assets[1])",
                 "\(assets[0])"]}
                """, gallery)
            #expect(album.parent == folder.identifier)
            #expect(album.count == 2)
            #expect(try await tree(gallery) == ["Trips", "Trips/ New ", "Trips/Old"])
            #expect(try await gallery.timeline(album.identifier) == [assets[1], assets[0]])
        }
    }

    @Test func `collections can be renamed and moved`() async throws {
        try await GalleryFixture.open { gallery in
            let c = try gallery.addAlbum("C")
            let b = try gallery.addAlbum("B")
            let a = try gallery.addAlbum("A")
            let folder = try gallery.addFolder("F")
            #expect(try await tree(gallery) == ["F", "A", "B", "C"])
            #expect(try await change(a, "{\"before\": null}", gallery).status == 200)
            #expect(try await tree(gallery) == ["F", "B", "C", "A"])
            #expect(try await change(c, "{\"before\": \"\(b)\", \"title\": \"Z\"}", gallery).status == 200)
            #expect(try await tree(gallery) == ["F", "Z", "B", "A"])
            let filed = try await change(a, "{\"parent\": \"\(folder)\"}", gallery)
            #expect(try filed.decoded(as: CollectionsAnswer.Collection.self).parent == folder)
            #expect(try await change(b, "{\"parent\": \"\(folder)\", \"before\": \"\(a)\"}", gallery).status == 200)
            #expect(try await tree(gallery) == ["F", "F/B", "F/A", "Z"])
            #expect(try await change(a, "{\"parent\": null, \"before\": \"\(folder)\"}", gallery).status == 200)
            #expect(try await tree(gallery) == ["A", "F", "F/B", "Z"])
        }
    }

    @Test func `an invalid destination is refused`() async throws {
        try await GalleryFixture.open { gallery in
            let album = try gallery.addAlbum("Album")
            let inner = try gallery.addFolder("Inner")
            let outer = try gallery.addFolder("Outer", [inner])
            let before = try await tree(gallery)
            #expect(try await change(outer, "{\"parent\": \"\(inner)\"}", gallery).status == 422)
            #expect(try await change(inner, "{\"parent\": \"\(album)\"}", gallery).status == 422)
            #expect(try await change(album, "{\"before\": \"\(inner)\"}", gallery).status == 409)
            #expect(try await change(album, "{\"parent\": \"\(UUID().uuidString)\"}", gallery).status == 404)
            #expect(try await change(AlbumIdentifier.recents, "{\"title\": \"Mine\"}", gallery).status == 404)
            let inAlbum = "{\"type\": \"album\", \"title\": \"X\", \"parent\": \"\(album)\"}"
            #expect(try await gallery.change(.post, "/api/collections", inAlbum).status == 422)
            #expect(try await tree(gallery) == before)
        }
    }

    @Test func `deleting a folder deletes its collections but no photos`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(2)
            let album = try gallery.addAlbum("Album", assets)
            let folder = try gallery.addFolder("Folder", [album])
            let deleted = try await gallery.respond(.delete, "/api/collections/\(folder)")
            #expect(deleted.status == 200)
            #expect(try await tree(gallery) == [])
            #expect(try await gallery.respond("/api/collections/\(album)/timeline").status == 404)
            #expect(try await gallery.timeline(AlbumIdentifier.recents) == assets)
            #expect(try await gallery.respond(.delete, "/api/collections/\(folder)").status == 404)
            #expect(try await gallery.respond(.delete, "/api/collections/\(AlbumIdentifier.recents)").status == 404)
        }
    }

    @Test func `an album has its own order and a folder has no timeline`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(3)
            let album = try gallery.addAlbum("Album", [assets[1], assets[2], assets[0]])
            let timeline = try await gallery.respond("/api/collections/\(album)/timeline?count=3")
                .decoded(as: TimelineAnswer.self)
            #expect(!timeline.isByDate)
            #expect(timeline.window?.identifiers == [assets[1], assets[2], assets[0]])
            let recents = try await gallery.respond("/api/collections/\(AlbumIdentifier.recents)/timeline")
            #expect(try recents.decoded(as: TimelineAnswer.self).isByDate)
            let path = "/api/collections/\(album)/timeline/\(timeline.version)"
            #expect(try await gallery.respond("\(path)/ranks/\(assets[0])").text.contains("2"))
            let folder = try gallery.addFolder("Folder")
            #expect(try await gallery.respond("/api/collections/\(folder)/timeline").status == 404)
        }
    }

    @Test func `identifiers of ranks can be requested`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(5)
            let path = "/api/collections/\(AlbumIdentifier.recents)/timeline/\(try gallery.version())/identifiers"
            let part = try await gallery.respond("\(path)?from=1&count=3").decoded(as: IdentifiersAnswer.self)
            #expect(part.identifiers == Array(assets[1...3]))
            #expect(part.from == 1)
            #expect(part.count == 5)
            #expect(try await gallery.respond(path).decoded(as: IdentifiersAnswer.self).identifiers == assets)
            #expect(try await gallery.respond("\(path)?from=9").decoded(as: IdentifiersAnswer.self).identifiers == [])
            #expect(try await gallery.respond("\(path)?count=10001").status == 400)
            _ = try gallery.add(.image("new.jpg"))
            _ = try await gallery.respond("/api/collections/\(AlbumIdentifier.recents)/timeline")
            let gone = "/api/collections/\(AlbumIdentifier.recents)/timeline/0/identifiers"
            #expect(try await gallery.respond(gone).status == 410)
        }
    }

    // MARK: Parts

    private func made(_ json: String, _ gallery: GalleryFixture) async throws -> CollectionsAnswer.Collection {
        let answer = try await gallery.change(.post, "/api/collections", json)
        #expect(answer.status == 201)
        return try answer.decoded()
    }

    private func change(_ collection: String, _ json: String, _ gallery: GalleryFixture) async throws -> Answer {
        try await gallery.change(.patch, "/api/collections/\(collection)", json)
    }

    /// Returns the user's collections with the titles of their parent folders.
    private func tree(_ gallery: GalleryFixture) async throws -> [String] {
        let answer = try await gallery.respond("/api/collections")
        let all = try answer.decoded(as: CollectionsAnswer.self).collections.filter { $0.type != "smartAlbum" }
        var paths: [String: String] = [:]
        return all.map { collection in
            let path = (collection.parent.flatMap { paths[$0] }.map { $0 + "/" } ?? "") + collection.title
            paths[collection.identifier] = path
            return path
        }
    }
}
