import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// The details of one change, by kind of object (§7.5).
@Suite struct HistoryDetailsTests {
    let temporary: TemporaryCatalog
    private var catalog: Catalog { temporary.catalog }

    init() throws {
        temporary = try TemporaryCatalog()
    }

    @Test("§7.5.1: assets are inserted, updated and deleted; moving to Recently Deleted is a deletion")
    func assets() throws {
        let rows = try temporary.add(3)
        let uuids = try uuids(rows)
        #expect(try details() == expected(inserted: uuids))
        try change { transaction in
            try transaction.update(asset: rows[0]) { $0.isFavorite = true }
            try transaction.update(asset: rows[1]) { $0.trashedDate = Date() }
        }
        #expect(try details() == expected(updated: [uuids[0]], deleted: [uuids[1]]))
        try change { try $0.update(asset: rows[1]) { $0.trashedDate = nil } }
        #expect(try details() == expected(inserted: [uuids[1]]))
    }

    @Test("a change of a column that the history doesn't store is also an update")
    func otherColumns() throws {
        let row = try temporary.add(1)[0]
        try change { try $0.update(asset: row) { $0.damage = "cut short" } }
        #expect(try details() == expected(updated: try uuids([row])))
    }

    @Test("changes in Recently Deleted and purges aren't reported")
    func recentlyDeleted() throws {
        let row = try temporary.add(1)[0]
        let uuid = try uuids([row])
        try change { try $0.update(asset: row) { $0.trashedDate = Date() } }
        try change { try $0.update(asset: row) { $0.isHidden = true } }
        #expect(try details() == ChangeDetails())
        try purge(row)
        #expect(try details() == ChangeDetails())
        #expect(try details(ofChange: 1) == expected(inserted: uuid), "§7.5.5: what was made stays inserted")
    }

    @Test("an asset purged without being in Recently Deleted before is reported as deleted")
    func purgedAtOnce() throws {
        let row = try temporary.add(1)[0]
        let uuid = try uuids([row])
        try purge(row)
        #expect(try details() == expected(deleted: uuid))
    }

    @Test("an asset inserted and purged in one change isn't reported")
    func neverThere() throws {
        var survivors: [Int64] = []
        try change { transaction in
            let rows = try (0..<5).map { try transaction.insert(AssetRecord.sample($0)) }
            let assets = try transaction.reader.assets(withIdentifiers: rows)
            for row in [rows[0], rows[2], rows[4]] { _ = try transaction.purge(#require(assets[row])) }
            survivors = [rows[1], rows[3]]
        }
        #expect(try details() == expected(inserted: try uuids(survivors)))
    }

    @Test("albums and folders are reported by kind; new positions of neighbours are no change")
    func collections() throws {
        var folder: Int64 = 0
        var albums: [Int64] = []
        try change { transaction in
            folder = try transaction.insert(.sampleFolder("Folder"))
            albums = try (0..<2).map { try transaction.insert(.sample("Album \($0)")) }
        }
        let (folderUUID, albumUUIDs) = try catalog.read { reader in
            (
                try reader.collections(withIdentifiers: [folder]).map(\.uuid),
                try albums.flatMap { try reader.collections(withIdentifiers: [$0]).map(\.uuid) }
            )
        }
        #expect(try details(of: .folder) == expected(inserted: folderUUID))
        #expect(try details(of: .album) == expected(inserted: albumUUIDs))
        try change { try $0.update(collection: albums[0]) { $0.position = 7 } }
        #expect(try details(of: .album) == ChangeDetails())
        try change { try $0.update(collection: albums[0]) { $0.parentID = folder } }
        #expect(try details(of: .album) == expected(updated: [albumUUIDs[0]]))
        #expect(try details(of: .folder) == ChangeDetails())
        try change { transaction in
            try transaction.update(collection: folder) { $0.title = "New" }
            try transaction.update(collection: albums[0]) { $0.modificationDate += 1 }
            try transaction.delete(collection: albums[1])
        }
        #expect(try details(of: .album) == expected(updated: [albumUUIDs[0]], deleted: [albumUUIDs[1]]))
        #expect(try details(of: .folder) == expected(updated: folderUUID))
        #expect(try details(of: .asset) == ChangeDetails())
    }

    @Test("reordering an album changes no asset")
    func order() throws {
        let rows = try temporary.add(3)
        let album = try catalog.write(author: "test") { try $0.insert(CollectionRecord.sample("Album")) }
        try change { try $0.append(assets: rows, toAlbum: album) }
        try change { try $0.place(assets: [rows[2]], inAlbum: album, after: nil) }
        #expect(try details() == ChangeDetails())
    }

    @Test("changes are in order and in pages")
    func pages() throws {
        for number in 0..<5 { try catalog.write(author: "a\(number)") { _ = try $0.insert(AssetRecord.sample()) } }
        let page = try catalog.read { try $0.changes(after: 1, limit: 3) }
        #expect(page.map(\.id) == [2, 3, 4])
        #expect(page.map(\.author) == ["a1", "a2", "a3"])
        #expect(try catalog.read { try $0.oldestChange() } == 1)
        #expect(try catalog.read { try $0.hasDetails(ofChange: 5) })
        #expect(try !catalog.read { try $0.hasDetails(ofChange: 6) })
    }

    private func change(_ body: (CatalogTransaction) throws -> Void) throws {
        try catalog.write(author: "test", body)
    }

    private func purge(_ row: Int64) throws {
        try change { transaction in
            let asset = try #require(try transaction.reader.assets(withIdentifiers: [row])[row])
            _ = try transaction.purge(asset)
        }
    }

    private func uuids(_ rows: [Int64]) throws -> [String] {
        let assets = try catalog.read { try $0.assets(withIdentifiers: rows) }
        return rows.compactMap { assets[$0]?.uuid }
    }

    private func details(of object: ChangedObject = .asset, ofChange change: Int64? = nil) throws -> ChangeDetails {
        try catalog.read { reader in
            try reader.details(of: object, inChange: change ?? reader.latestChange(), scope: .everything).sorted
        }
    }

    private func expected(
        inserted: [String] = [], updated: [String] = [], deleted: [String] = []
    ) -> ChangeDetails {
        var details = ChangeDetails()
        (details.inserted, details.updated, details.deleted) = (inserted, updated, deleted)
        return details.sorted
    }
}

extension ChangeDetails {
    var sorted: ChangeDetails {
        var details = self
        (details.inserted, details.updated, details.deleted) = (inserted.sorted(), updated.sorted(), deleted.sorted())
        return details
    }
}

extension CollectionRecord {
    static func sampleFolder(_ title: String) -> CollectionRecord {
        var folder = sample(title)
        folder.kind = .folder
        return folder
    }
}
