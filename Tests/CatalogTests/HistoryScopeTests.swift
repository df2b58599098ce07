import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// A client with limited access receives only changes of its chosen assets (§7.5.7).
@Suite struct HistoryScopeTests {
    let temporary: TemporaryCatalog
    let rows: [Int64]
    let chosen: String
    private var catalog: Catalog { temporary.catalog }

    init() throws {
        temporary = try TemporaryCatalog()
        rows = try temporary.add(5)
        let row = rows[2]
        chosen = try temporary.catalog.write(author: "test") { transaction in
            try transaction.grant(asset: row, to: "app")
            return try #require(try transaction.reader.assets(withIdentifiers: [row])[row]?.uuid)
        }
    }

    @Test("only chosen assets are reported")
    func onlyTheChosenAssetsAreTold() throws {
        #expect(try details(ofChange: 1).isEmpty)
        // The second change is the grant.
        #expect(try details(ofChange: 2).inserted == [chosen])
        try catalog.write(author: "test") { transaction in
            for row in rows { try transaction.update(asset: row) { $0.isFavorite = true } }
        }
        #expect(try details().updated == [chosen])
        try catalog.write(author: "test") { try $0.update(asset: rows[0]) { $0.isFavorite = false } }
        #expect(try details().isEmpty)
    }

    @Test("the deletion of a chosen asset is still reported after its purge deleted the grant")
    func purgedGrants() throws {
        try catalog.write(author: "test") { transaction in
            for row in rows { try transaction.update(asset: row) { $0.trashedDate = Date() } }
        }
        try catalog.write(author: "test") { transaction in
            for asset in try transaction.reader.assets(withIdentifiers: rows).values {
                _ = try transaction.purge(asset)
            }
        }
        #expect(try catalog.read { try !$0.isGranted(asset: rows[2], to: "app") })
        #expect(try details(ofChange: 2).inserted == [chosen])
        #expect(try details(ofChange: 3).deleted == [chosen])
        #expect(try details(ofChange: 3, client: "other").isEmpty)
    }

    @Test("a client without visible assets receives no changes")
    func whoSeesNothingHearsNothing() throws {
        let details = try catalog.read { try $0.details(of: .asset, inChange: 1, scope: .nothing) }
        #expect(details.isEmpty)
    }

    @Test("visible albums, the client's own albums and their parent folders are reported")
    func collections() throws {
        let titles = try catalog.write(author: "test") { transaction in
            let folder = try transaction.insert(.sampleFolder("Above"))
            _ = try transaction.insert(.sampleFolder("Elsewhere"))
            var album = CollectionRecord.sample("Seen")
            album.parentID = folder
            let seen = try transaction.insert(album)
            try transaction.append(assets: [rows[2]], toAlbum: seen)
            let other = try transaction.insert(.sample("Other"))
            try transaction.append(assets: [rows[1]], toAlbum: other)
            var own = CollectionRecord.sample("Own")
            own.creator = AssetQuery.Scope.author(ofClient: "app")
            _ = try transaction.insert(own)
            let all = try transaction.reader.collections(.all, scope: .everything)
            return Dictionary(uniqueKeysWithValues: all.map { ($0.uuid, $0.title) })
        }
        #expect(try details(of: .album).inserted.compactMap { titles[$0] }.sorted() == ["Own", "Seen"])
        #expect(try details(of: .folder).inserted.compactMap { titles[$0] } == ["Above"])
        try catalog.write(author: "test") { transaction in
            for album in try transaction.reader.collections(.all, scope: .everything) where album.kind == .album {
                try transaction.delete(collection: album.id)
            }
        }
        #expect(try details(of: .album).deleted.compactMap { titles[$0] }.sorted() == ["Own", "Seen"])
        #expect(try details(of: .folder).deleted.compactMap { titles[$0] } == ["Above"])
    }

    private func details(
        of object: ChangedObject = .asset, ofChange change: Int64? = nil, client: String = "app"
    ) throws -> ChangeDetails {
        try catalog.read { reader in
            try reader.details(
                of: object, inChange: change ?? reader.latestChange(), scope: .granted(client: client))
        }
    }
}
