import AlbumenTestSupport
import Catalog
import Foundation
import HTTPTypes
import Records
import Testing

@testable import Albumen
@testable import AlbumenServer

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
