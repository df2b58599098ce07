import AlbumenTestSupport
import Catalog
import Foundation
import HTTPTypes
import Records
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

/// Undoes changes of photos by the page.
@Suite struct UndoRouteTests {
    @Test func `one change restores a thousand dates`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(1_000)
            let before = try dates(gallery, assets)
            #expect(Set(before.map(\.?.date)).count == 1_000)
            let list = assets.map { "\"\($0)\"" }.joined(separator: ",")
            let changed = try await gallery.change(
                .patch, "/api/assets", "{\"assets\": [\(list)], \"creationDate\": \"2024-05-07T01:33:04Z\"}"
            ).decoded(as: ChangedAnswer.self)
            #expect(Set(try dates(gallery, assets).map(\.?.date)).count == 1)
            let version = try gallery.version()
            let undone = try await gallery.change(.post, "/api/undo", "{\"undo\": \"\(try #require(changed.undo))\"}")
            #expect(undone.status == 200)
            #expect(Set(try undone.decoded(as: ChangedAnswer.self).assets) == Set(assets))
            #expect(try dates(gallery, assets) == before)
            #expect(try gallery.version() == version + 1)
        }
    }

    @Test func `undo restores a deleted folder with its albums, their photos in order, and its place`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(4)
            let order = [assets[2], assets[0], assets[3]]
            let lake = try gallery.addAlbum("Lake", order)
            let empty = try gallery.addAlbum("Empty")
            let folder = try gallery.addFolder("Trips", [lake, empty])
            _ = try gallery.addAlbum("Before", [assets[1]])
            let text = "{\"description\": \"By the lake\"}"
            #expect(try await gallery.change(.patch, "/api/collections/\(lake)", text).status == 200)
            let before = try await gallery.respond("/api/collections").body
            let shown = try await gallery.timeline(lake)
            #expect(Set(shown) == Set(order))

            let deleted = try await gallery.respond(.delete, "/api/collections/\(folder)")
                .decoded(as: ChangedAnswer.self)
            let undo = "{\"undo\": \"\(try #require(deleted.undo))\"}"
            // A photo in Recently Deleted stays a member, and one that is deleted permanently doesn't come back.
            try gallery.library.owner.commit([.trash(assetUUID: assets[0]), .trash(assetUUID: assets[3])])
            try gallery.library.owner.commit([.purge(assetUUID: assets[3])], confirmedRemovals: 1)
            #expect(try await gallery.change(.post, "/api/undo", undo).status == 200)
            let details = try await gallery.respond("/api/collections/\(lake)").body
            #expect(String(decoding: details, as: UTF8.self).contains("By the lake"))
            #expect(try await gallery.timeline(lake) == [assets[2]])
            try gallery.library.owner.commit([.restore(assetUUID: assets[0])])
            #expect(try await gallery.timeline(lake) == shown.filter { $0 != assets[3] })
            let after = try await gallery.respond("/api/collections").body
            func titles(_ body: Data) throws -> [Substring?] {
                let title = try Regex(#""title":"([^"]*)""#)
                return String(decoding: body, as: UTF8.self).matches(of: title).map { $0.output[1].substring }
            }
            #expect(try titles(after) == titles(before))
            #expect(try await gallery.change(.post, "/api/undo", undo).status == 410)
        }
    }

    @Test func `a deleted album stays deleted if its folder was deleted since`() async throws {
        try await GalleryFixture.open { gallery in
            let album = try gallery.addAlbum("Lake", try gallery.addDays(1))
            let folder = try gallery.addFolder("Trips", [album])
            let deleted = try await gallery.respond(.delete, "/api/collections/\(album)")
                .decoded(as: ChangedAnswer.self)
            #expect(try await gallery.respond(.delete, "/api/collections/\(folder)").status == 200)
            let undone = try await gallery.change(.post, "/api/undo", "{\"undo\": \"\(try #require(deleted.undo))\"}")
            #expect(undone.status == 410)
            #expect(try await gallery.respond("/api/collections/\(album)").status == 404)
        }
    }

    @Test func `undo restores each property that has not changed since`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(2)
            let list = "\"assets\": [\"\(assets[0])\", \"\(assets[1])\"]"
            let facts = """
                "creationDate": "2024-05-07T01:33:04Z", "utcOffset": 3600, "caption": "Lake", "keywords": ["a"],
                "rating": 4, "location": {"latitude": 1, "longitude": 2}
                """
            let changed = try await gallery.change(.patch, "/api/assets", "{\(list), \(facts)}")
                .decoded(as: ChangedAnswer.self)
            _ = try await gallery.change(
                .patch, "/api/assets", "{\"assets\": [\"\(assets[1])\"], \"caption\": \"Hill\"}")
            let undone = try await gallery.change(.post, "/api/undo", "{\"undo\": \"\(try #require(changed.undo))\"}")
            #expect(undone.status == 200)
            for (asset, caption) in [(assets[0], nil), (assets[1], "Hill")] {
                let facts = try await gallery.respond("/api/assets/\(asset)").decoded(as: AssetAnswer.self)
                #expect(facts.metadata.caption == caption)
                #expect(facts.metadata.keywords == [])
                #expect(facts.metadata.rating == nil)
                #expect(facts.location == nil)
                #expect(facts.dateSource == "exifOriginal")
                #expect(facts.utcOffset == 0)
            }
        }
    }

    @Test func `a change can be undone once`() async throws {
        try await GalleryFixture.open { gallery in
            let asset = try gallery.addDays(1)[0]
            let changed = try await gallery.change(
                .patch, "/api/assets", "{\"assets\": [\"\(asset)\"], \"rating\": 3}"
            ).decoded(as: ChangedAnswer.self)
            let body = "{\"undo\": \"\(try #require(changed.undo))\"}"
            #expect(try await gallery.change(.post, "/api/undo", body).status == 200)
            let again = try await gallery.change(.post, "/api/undo", body)
            #expect(again.status == 410)
            #expect(again.refusal?.code == "undoGone")
        }
    }

    @Test func `the oldest reversals are dropped and one that is too large is not stored`() throws {
        let temporary = try TemporaryLibrary()
        let uuid = try #require(try temporary.add([.image("a.jpg")])[0].assetUUID)
        func reversal(caption: String) throws -> AssetReversal {
            var change = AssetChange()
            change.caption = caption
            var transaction = Transaction()
            transaction.settings.keepsReversals = true
            transaction.record(.change(change, assetUUID: uuid))
            guard case .changed(let reversal) = try temporary.library.owner.commit(transaction)[0] else {
                throw LibraryError.noAsset(uuid)
            }
            return reversal
        }
        let owner = Principal.owner(through: "page")
        let small = try reversal(caption: "a")
        let reversals = ChangeReversals(limit: 2 * small.byteCount + 10)
        let names = try (0..<3).map { _ in try #require(reversals.keep([small], of: owner)) }
        #expect(reversals.take(names[0], of: owner) == nil)
        #expect(reversals.take(names[1], of: .client("other", access: .limited(client: "other"))) == nil)
        #expect(reversals.take(names[1], of: owner) == [small])
        #expect(reversals.keep([try reversal(caption: String(repeating: "x", count: 5_000))], of: owner) == nil)
        #expect(reversals.keep([], of: owner) == nil)
        #expect(reversals.take(names[2], of: owner) == [small])
    }

    private struct TakenDate: Equatable {
        let date: Date?
        let source: String?
    }

    private func dates(_ gallery: GalleryFixture, _ assets: [String]) throws -> [TakenDate?] {
        let records = try gallery.library.catalog.read { reader in
            let rows = try reader.assetIdentifiers(uuids: assets)
            let found = try reader.assets(withIdentifiers: Array(rows.values))
            return rows.compactMapValues { found[$0] }
        }
        return assets.map { uuid in
            records[uuid].map { TakenDate(date: $0.creationDate, source: $0.dateSource) }
        }
    }
}
