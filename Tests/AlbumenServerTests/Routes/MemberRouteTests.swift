import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import AlbumenServer

/// The members of albums, in the user's order.
@Suite struct MemberRouteTests {
    @Test func `new members are appended once`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(4)
            let album = try gallery.addAlbum("Album", [assets[2]])
            let answer = try await edit(album, "\"add\": \(list([assets[0], assets[2], assets[3]]))", gallery)
            #expect(try answer.decoded(as: ChangedAnswer.self).assets == [assets[0], assets[3]])
            #expect(try await gallery.timeline(album) == [assets[2], assets[0], assets[3]])
        }
    }

    @Test func `a hidden member is not added again`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(3)
            let album = try gallery.addAlbum("Album", [assets[2], assets[0]])
            try gallery.setHidden(true, assets[2])
            let answer = try await edit(album, "\"add\": \(list(assets))", gallery)
            #expect(try answer.decoded(as: ChangedAnswer.self).assets == [assets[1]])
            #expect(try await gallery.timeline(album) == [assets[0], assets[1]])
        }
    }

    @Test func `removed members can be inserted at their former position`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(6)
            let album = try gallery.addAlbum("Album", assets.reversed())
            // A hidden member still counts.
            try gallery.setHidden(true, assets[4])
            let before = try await gallery.timeline(album)
            let removed = try await edit(album, "\"remove\": \(list([assets[0], assets[3], assets[5]]))", gallery)
                .decoded(as: ChangedAnswer.self)
            #expect(removed.assets == [assets[5], assets[3], assets[0]])
            #expect(removed.ranks == [0, 2, 5])
            #expect(try await gallery.timeline(album) == [assets[2], assets[1]])
            let back = try await edit(
                album, "\"insert\": \(list(removed.assets)), \"at\": \(removed.ranks ?? [])", gallery)
            #expect(back.status == 200)
            #expect(try await gallery.timeline(album) == before)
            try gallery.setHidden(false, assets[4])
            #expect(try await gallery.timeline(album) == assets.reversed())
        }
    }

    @Test func `members can be moved before another and to the end`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(5)
            let album = try gallery.addAlbum("Album", assets)
            let (a, b, c, d, e) = (assets[0], assets[1], assets[2], assets[3], assets[4])
            _ = try await edit(album, "\"move\": \(list([d, a])), \"before\": \"\(c)\"", gallery)
            #expect(try await gallery.timeline(album) == [b, a, d, c, e])
            _ = try await edit(album, "\"move\": \(list([b])), \"before\": null", gallery)
            #expect(try await gallery.timeline(album) == [a, d, c, e, b])
            _ = try await edit(album, "\"move\": \(list([b, e])), \"before\": \"\(a)\"", gallery)
            #expect(try await gallery.timeline(album) == [e, b, a, d, c])
        }
    }

    @Test func `moved members return to their former positions`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(7)
            let album = try gallery.addAlbum("Album", assets)
            // A hidden member still counts.
            try gallery.setHidden(true, assets[3])
            let before = try await gallery.timeline(album)
            let moves = [([0, 2, 5], "null"), ([1, 4, 6], "\"\(assets[0])\""), ([3, 4], "\"\(assets[2])\"")]
            for (moved, target) in moves {
                let names = moved.map { assets[$0] }
                let answer = try await edit(album, "\"move\": \(list(names)), \"before\": \(target)", gallery)
                    .decoded(as: ChangedAnswer.self)
                #expect(answer.assets == names)
                #expect(answer.ranks == moved)
                #expect(try await gallery.timeline(album) != before)
                let back = try await edit(album, "\"move\": \(list(names)), \"at\": \(moved)", gallery)
                #expect(back.status == 200)
                #expect(try await gallery.timeline(album) == before)
            }
        }
    }

    @Test func `a change based on an old state is refused`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(4)
            let album = try gallery.addAlbum("Album", [assets[0], assets[1]])
            for change in [
                "\"move\": \(list([assets[2]])), \"before\": null",
                "\"move\": \(list([assets[0]])), \"before\": \"\(assets[2])\"",
                "\"move\": \(list([assets[0]])), \"before\": \"\(assets[0])\"",
                "\"move\": \(list([assets[2]])), \"at\": [0]", "\"move\": \(list([assets[0]])), \"at\": [2]",
                "\"insert\": \(list([assets[2]])), \"at\": [9]", "\"insert\": \(list([assets[0]])), \"at\": [0]",
            ] {
                let answer = try await edit(album, change, gallery)
                #expect(answer.status == 409, "\(change)")
                #expect(answer.refusal?.code == "conflict")
            }
            #expect(try await gallery.timeline(album) == [assets[0], assets[1]])
        }
    }

    @Test func `only user albums can change members`() async throws {
        try await GalleryFixture.open { gallery in
            let asset = try gallery.addDays(1)[0]
            let folder = try gallery.addFolder("Folder")
            for step in ["add", "remove"] {
                #expect(try await edit(folder, "\"\(step)\": \(list([asset]))", gallery).status == 422)
                #expect(try await edit(AlbumIdentifier.recents, "\"\(step)\": \(list([asset]))", gallery).status == 404)
                #expect(try await edit("nonsense", "\"\(step)\": \(list([asset]))", gallery).status == 404)
            }
            let album = try gallery.addAlbum("Album")
            #expect(try await edit(album, "\"add\": \(list([UUID().uuidString]))", gallery).status == 404)
            #expect(try await edit(album, "\"remove\": \(list([UUID().uuidString]))", gallery).status == 200)
        }
    }

    // MARK: Parts

    private func list(_ assets: [String]) -> String {
        "[\(assets.map { "\"\($0)\"" }.joined(separator: ","))]"
    }

    private func edit(_ album: String, _ change: String, _ gallery: GalleryFixture) async throws -> Answer {
        try await gallery.change(.patch, "/api/collections/\(album)/members", "{\(change)}")
    }
}
