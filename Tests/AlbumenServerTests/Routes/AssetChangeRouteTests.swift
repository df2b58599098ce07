import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import AlbumenServer

/// Changes of photos, and Recently Deleted.
@Suite struct AssetChangeRouteTests {
    @Test func `each property of many assets can be set in one request`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(3)
            let answer = try await gallery.change(
                .patch, "/api/assets",
                """
                {"assets": ["\(assets[0])", "\(assets[2])/L0/001"], "isFavorite": true, "isHidden": true, "rating": 4,
                 "creationDate": "2024-05-07T09:33:04.5+08:00", "utcOffset": 28800, "caption": "Lake\\nand hills",
                 "location": {"latitude": -33.9, "longitude": 151.2, "altitude": null}, "keywords": ["b", "a"]}
                """)
            #expect(answer.status == 200)
            #expect(try answer.decoded(as: ChangedAnswer.self).assets == [assets[0], assets[2]])
            for (index, asset) in assets.enumerated() where index != 1 {
                let facts = try await facts(asset, gallery)
                #expect(facts.isFavorite)
                #expect(facts.isHidden)
                #expect(facts.creationDate == "2024-05-07T01:33:04.500Z")
                #expect(facts.utcOffset == 28_800)
                #expect(facts.location?.latitude == -33.9)
                #expect(facts.location?.altitude == nil)
                #expect(facts.metadata.rating == 4)
                #expect(facts.metadata.caption == "Lake\nand hills")
                #expect(facts.metadata.keywords == ["b", "a"])
            }
            let untouched = try await facts(assets[1], gallery)
            #expect(!untouched.isFavorite)
            #expect(untouched.metadata.caption == nil)
        }
    }

    @Test func `the imported date and location are kept`() async throws {
        try await GalleryFixture.open { gallery in
            let asset = try gallery.addDays(1)[0]
            let before = try await facts(asset, gallery).creationDate
            for year in [2023, 2024] {
                let answer = try await gallery.change(
                    .patch, "/api/assets",
                    """
                    {"assets": ["\(asset)"], "creationDate": "\(year)-05-07T09:33:04Z",
                     "location": {"latitude": 1, "longitude": 2}}
                    """)
                #expect(answer.status == 200)
            }
            try gallery.temporary.commit(
                .restoreOriginals([.date, .location], read: OriginalValues(), assetUUID: asset))
            let facts = try await facts(asset, gallery)
            #expect(facts.creationDate == before)
            #expect(facts.location == nil)
        }
    }

    @Test func `null removes a value and a missing field keeps it`() async throws {
        try await GalleryFixture.open { gallery in
            let asset = try gallery.addDays(1)[0]
            let list = "\"assets\": [\"\(asset)\"]"
            let location = "\"location\": {\"latitude\": 1, \"longitude\": 2}"
            _ = try await gallery.change(
                .patch, "/api/assets", "{\(list), \(location), \"caption\": \"Lake\", \"rating\": 3}")
            let answer = try await gallery.change(
                .patch, "/api/assets", "{\(list), \"location\": null, \"caption\": null, \"creationDate\": null}")
            #expect(answer.status == 200)
            let facts = try await facts(asset, gallery)
            #expect(facts.location == nil)
            #expect(facts.metadata.caption == nil)
            #expect(facts.creationDate == nil)
            #expect(facts.metadata.rating == 3)
        }
    }

    @Test func `only assets with another value are reported as changed`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(2)
            func favor(_ assets: [String]) async throws -> [String] {
                let list = assets.map { "\"\($0)\"" }.joined(separator: ",")
                let answer = try await gallery.change(
                    .patch, "/api/assets", "{\"assets\": [\(list)], \"isFavorite\": true, \"isHidden\": false}")
                return try answer.decoded(as: ChangedAnswer.self).assets
            }
            #expect(try await favor([assets[0]]) == [assets[0]])
            #expect(try await favor(assets) == [assets[1]])
            #expect(try await favor(assets) == [])
        }
    }

    @Test func `one unknown asset prevents all changes`() async throws {
        try await GalleryFixture.open { gallery in
            let asset = try gallery.addDays(1)[0]
            let version = try gallery.version()
            for (method, path, more) in [
                (HTTPRequest.Method.patch, "/api/assets", ", \"isFavorite\": true"), (.post, "/api/trash", ""),
                (.post, "/api/trash/restore", ""), (.post, "/api/trash/purge", ""), (.post, "/api/revert", ""),
            ] {
                let unknown = UUID().uuidString
                let answer = try await gallery.change(
                    method, path, "{\"assets\": [\"\(unknown)\", \"\(asset)\"]\(more)}")
                #expect(answer.status == 404)
                #expect(answer.refusal?.message.contains(unknown) == true)
            }
            #expect(try gallery.version() == version)
            #expect(try await !facts(asset, gallery).isFavorite)
        }
    }

    @Test func `an invalid value returns the engine's message`() async throws {
        try await GalleryFixture.open { gallery in
            let asset = try gallery.addDays(1)[0]
            for change in ["\"rating\": 9", "\"location\": {\"latitude\": 200, \"longitude\": 0}"] {
                let answer = try await gallery.change(
                    .patch, "/api/assets", "{\"assets\": [\"\(asset)\"], \(change)}")
                #expect(answer.status == 422)
                #expect(answer.refusal?.code == "invalidValue")
                #expect(answer.refusal?.message.isEmpty == false)
            }
        }
    }

    @Test func `deleted assets can be viewed, restored and purged`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(3)
            let album = try gallery.addAlbum("Album", assets)
            for asset in [assets[1], assets[0]] { #expect(try await trash([asset], gallery).status == 200) }
            #expect(try await timeline(AlbumIdentifier.recents, gallery) == [assets[2]])
            #expect(try await timeline(album, gallery) == [assets[2]])
            // Both were deleted in the same second, so their order isn't compared.
            let trashed = try await timeline(AlbumIdentifier.recentlyDeleted, gallery)
            #expect(Set(trashed) == [assets[0], assets[1]])
            let facts = try await facts(assets[0], gallery)
            #expect(facts.trashedDate != nil)

            let restored = try await gallery.change(.post, "/api/trash/restore", "{\"assets\": [\"\(assets[1])\"]}")
            #expect(restored.status == 200)
            #expect(try await timeline(album, gallery) == [assets[1], assets[2]])
            let kept = try await gallery.change(.post, "/api/trash/purge", "{\"assets\": [\"\(assets[1])\"]}")
            #expect(kept.status == 422)
            let purged = try await gallery.change(.post, "/api/trash/purge", "{\"assets\": [\"\(assets[0])\"]}")
            #expect(purged.status == 200)
            #expect(try await gallery.respond("/api/assets/\(assets[0])").status == 404)
            #expect(try await timeline(AlbumIdentifier.recentlyDeleted, gallery) == [])
        }
    }

    @Test func `a large removal needs its count`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(120)
            #expect(try await trash(Array(assets.prefix(100)), gallery).status == 200)
            _ = try await gallery.change(.post, "/api/trash/restore", list(Array(assets.prefix(100))))
            for path in ["/api/trash", "/api/trash/purge"] {
                let removed = Array(assets.prefix(101))
                for confirmed in ["", ", \"confirmedRemovals\": 100"] {
                    let refused = try await gallery.change(.post, path, list(removed, confirmed))
                    #expect(refused.status == 409)
                    #expect(refused.refusal?.code == "needsConfirmation")
                    #expect(refused.refusal?.count == 101)
                }
                #expect(try await timeline(AlbumIdentifier.recents, gallery).count == (path == "/api/trash" ? 120 : 19))
                let done = try await gallery.change(.post, path, list(removed, ", \"confirmedRemovals\": 101"))
                #expect(done.status == 200)
                #expect(try await timeline(AlbumIdentifier.recents, gallery).count == 19)
            }
            #expect(try await timeline(AlbumIdentifier.recentlyDeleted, gallery) == [])
        }
    }

    @Test func `a removal in parts needs its total`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(120)
            let parts = [Array(assets.prefix(60)), Array(assets[60..<110])]
            for path in ["/api/trash", "/api/trash/purge"] {
                for part in parts {
                    for confirmed in ["", ", \"confirmedRemovals\": \(part.count)"] {
                        let refused = try await gallery.change(.post, path, list(part, ", \"of\": 110\(confirmed)"))
                        #expect(refused.status == 409)
                        #expect(refused.refusal?.code == "needsConfirmation")
                        #expect(refused.refusal?.count == 110)
                    }
                    let done = try await gallery.change(
                        .post, path, list(part, ", \"of\": 110, \"confirmedRemovals\": 110"))
                    #expect(done.status == 200)
                    #expect(try done.decoded(as: ChangedAnswer.self).assets == part)
                }
            }
            #expect(try await timeline(AlbumIdentifier.recentlyDeleted, gallery) == [])
            let small = try await gallery.change(.post, "/api/trash", list([assets[110]], ", \"of\": 9"))
            #expect(small.status == 200)
            let wrong = try await gallery.change(.post, "/api/trash", list(Array(assets.suffix(2)), ", \"of\": 1"))
            #expect(wrong.status == 400)
            #expect(wrong.refusal?.message.contains("of is 1") == true)
        }
    }

    @Test func `assets without an effect are not reported as changed`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(3)
            func changed(_ path: String, _ assets: [String]) async throws -> [String] {
                try await gallery.change(.post, path, list(assets)).decoded(as: ChangedAnswer.self).assets
            }
            #expect(try await changed("/api/trash", [assets[0]]) == [assets[0]])
            #expect(try await changed("/api/trash", assets) == [assets[1], assets[2]])
            #expect(try await changed("/api/trash/restore", [assets[2]]) == [assets[2]])
            #expect(try await changed("/api/trash/restore", assets) == [assets[0], assets[1]])
            #expect(try await changed("/api/trash/restore", assets) == [])
        }
    }

    // MARK: Parts

    private func list(_ assets: [String], _ more: String = "") -> String {
        "{\"assets\": [\(assets.map { "\"\($0)\"" }.joined(separator: ","))]\(more)}"
    }

    private func trash(_ assets: [String], _ gallery: GalleryFixture) async throws -> Answer {
        try await gallery.change(.post, "/api/trash", list(assets))
    }

    private func facts(_ asset: String, _ gallery: GalleryFixture) async throws -> AssetAnswer {
        try await gallery.respond("/api/assets/\(asset)").decoded()
    }

    private func timeline(_ album: String, _ gallery: GalleryFixture) async throws -> [String] {
        try await gallery.timeline(album)
    }
}
