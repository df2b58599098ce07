import AlbumenTestSupport
import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// Choices and deselections of assets in history (§1.3.5, §7.5.7). Each change reports exactly the difference between
/// the states that the client sees before and after it, also later and after further changes.
///
/// `TestLength` decides the number of changes.
@Suite struct GrantHistoryTests {
    private static let changesPerCatalog = 60
    private static let cases = TestLength.cases(600)
    private static let clients = ["app", "other"]

    /// The UUIDs of the objects that a client sees.
    private struct Sight: Equatable {
        var assets: Set<String> = []
        var albums: Set<String> = []
        var folders: Set<String> = []

        init(of client: String, _ reader: CatalogReader) throws {
            let chosen = try reader.chosenAssets(of: client)
            let rows = try reader.assets(withIdentifiers: chosen)
            assets = Set(rows.values.filter { $0.trashedDate == nil }.map(\.uuid))
            // All albums with a chosen member, the client's own collections, and the folders around them.
            let all = try reader.collections(.all, scope: .everything)
            let byRow = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
            for collection in all {
                let isOwn = collection.creator == AssetQuery.Scope.author(ofClient: client)
                guard try isOwn || !reader.members(ofAlbum: collection.id, among: chosen).isEmpty else { continue }
                var next: CollectionRecord? = collection
                while let current = next {
                    if current.kind == .album { albums.insert(current.uuid) } else { folders.insert(current.uuid) }
                    next = current.parentID.flatMap { byRow[$0] }
                }
            }
        }
    }

    private struct Expectation {
        var change: Int64
        var client: String
        var before: Sight
        var after: Sight
    }

    @Test("each change reports what appeared and disappeared for each client", arguments: 0..<max(1, cases / 60))
    func changes(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) &* 977 &+ 3)
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        var rows = try temporary.add(10)
        var expectations: [Expectation] = []
        for step in 0..<Self.changesPerCatalog {
            let before = try sights(catalog)
            let number = try catalog.read { try $0.latestChange() }
            let client = try #require(Self.clients.randomElement(using: &random))
            try catalog.write(author: "test") { transaction in
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    try change(transaction, &rows, client, &random)
                }
            }
            #expect(try catalog.read { try $0.grantFaults() } == [], "seed \(seed), step \(step)")
            let after = try sights(catalog)
            let latest = try catalog.read { try $0.latestChange() }
            guard latest > number else {
                #expect(before == after, "seed \(seed), step \(step): no number was given")
                continue
            }
            for client in Self.clients {
                let (old, new) = (try #require(before[client]), try #require(after[client]))
                expectations.append(Expectation(change: latest, client: client, before: old, after: new))
                try expect(try #require(expectations.last), catalog, "seed \(seed), step \(step)")
            }
            let granted = try catalog.read { try $0.grantedClient(ofChange: latest) }
            if let granted { #expect(granted == client) }
        }
        // Later changes don't change the history.
        for expectation in expectations { try expect(expectation, catalog, "seed \(seed), afterwards") }
        #expect(try catalog.read { try $0.structuralFaults() } == [])
    }

    private func sights(_ catalog: Catalog) throws -> [String: Sight] {
        try catalog.read { reader in
            Dictionary(uniqueKeysWithValues: try Self.clients.map { ($0, try Sight(of: $0, reader)) })
        }
    }

    private func expect(_ expected: Expectation, _ catalog: Catalog, _ place: Comment) throws {
        for (object, seen) in [
            (ChangedObject.asset, \Sight.assets), (.album, \Sight.albums), (.folder, \Sight.folders),
        ] {
            let (old, new) = (expected.before[keyPath: seen], expected.after[keyPath: seen])
            let scope = AssetQuery.Scope.granted(client: expected.client)
            let details = try catalog.read { try $0.details(of: object, inChange: expected.change, scope: scope) }
            let everything = try catalog.read {
                try $0.details(of: object, inChange: expected.change, scope: .everything)
            }
            #expect(Set(details.inserted) == new.subtracting(old), place)
            #expect(Set(details.deleted) == old.subtracting(new), place)
            #expect(details.inserted.count + details.deleted.count == old.symmetricDifference(new).count, place)
            let updated = Set(everything.updated).intersection(old).intersection(new)
            #expect(Set(details.updated) == updated, place)
        }
    }

    private func change(
        _ transaction: CatalogTransaction, _ rows: inout [Int64], _ client: String, _ random: inout SeededGenerator
    ) throws {
        let collections = try transaction.reader.collections(.all, scope: .everything)
        let albums = collections.filter { $0.kind == .album }
        let folders = collections.filter { $0.kind == .folder }
        func some() -> [Int64] {
            Array(
                Set(
                    (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in
                        rows.randomElement(using: &random)
                    })
            ).sorted()
        }
        switch Int.random(in: 0..<14, using: &random) {
        case 0...2: _ = try transaction.grant(assets: some(), to: client)
        case 3, 4: _ = try transaction.revoke(assets: some(), from: client)
        case 5: rows.append(try transaction.insert(.sample(rows.count)))
        case 6:
            for row in some() { try transaction.update(asset: row) { $0.isFavorite.toggle() } }
        case 7:
            for row in some() {
                try transaction.update(asset: row) { $0.trashedDate = $0.trashedDate == nil ? Date() : nil }
            }
        case 8:
            guard rows.count > 4, let row = rows.randomElement(using: &random),
                let asset = try transaction.reader.assets(withIdentifiers: [row])[row]
            else { return }
            _ = try transaction.purge(asset)
            rows.removeAll { $0 == row }
        case 9:
            let isFolder = Bool.random(using: &random)
            var collection = isFolder ? CollectionRecord.sampleFolder("F") : .sample("A")
            if Int.random(in: 0..<4, using: &random) == 0 {
                collection.creator = AssetQuery.Scope.author(ofClient: Self.clients.randomElement(using: &random) ?? "")
            }
            collection.parentID = Bool.random(using: &random) ? folders.randomElement(using: &random)?.id : nil
            _ = try transaction.insert(collection)
        case 10:
            guard let album = albums.randomElement(using: &random) else { return }
            let members = try transaction.reader.members(ofAlbum: album.id, among: rows)
            try transaction.append(assets: some().filter { !members.contains($0) }, toAlbum: album.id)
        case 11:
            guard let album = albums.randomElement(using: &random) else { return }
            try transaction.remove(assets: some(), fromAlbum: album.id)
        case 12:
            guard let album = albums.randomElement(using: &random) else { return }
            switch Int.random(in: 0..<3, using: &random) {
            case 0: try transaction.update(collection: album.id) { $0.title += "!" }
            case 1: try transaction.delete(collection: album.id)
            default:
                try transaction.update(collection: album.id) { $0.parentID = folders.randomElement(using: &random)?.id }
            }
        default:
            guard let folder = folders.randomElement(using: &random),
                !collections.contains(where: { $0.parentID == folder.id })
            else { return }
            try transaction.delete(collection: folder.id)
        }
    }

    @Test("a choice that is undone in the same transaction is no change")
    func undone() throws {
        let temporary = try TemporaryCatalog()
        let row = try temporary.add(1)[0]
        let number = try temporary.catalog.read { try $0.latestChange() }
        try temporary.catalog.write(author: "test") { transaction in
            try transaction.grant(asset: row, to: "app")
            try transaction.revoke(asset: row, from: "app")
        }
        #expect(try temporary.catalog.read { try $0.latestChange() } == number)
        #expect(try temporary.catalog.read { try $0.grantFaults() } == [])
    }

    @Test("a transaction for two clients fails as a whole")
    func twoClients() throws {
        let temporary = try TemporaryCatalog()
        let rows = try temporary.add(2)
        #expect(throws: CatalogError.self) {
            try temporary.catalog.write(author: "test") { transaction in
                try transaction.grant(asset: rows[0], to: "app")
                try transaction.grant(asset: rows[1], to: "other")
            }
        }
        #expect(try temporary.catalog.read { try $0.chosenAssetCounts() } == [:])
    }

    @Test("a choice of a missing asset fails as a whole")
    func missingAsset() throws {
        let temporary = try TemporaryCatalog()
        let rows = try temporary.add(2)
        #expect(throws: CatalogError.self) {
            try temporary.catalog.write(author: "test") { transaction in
                _ = try transaction.grant(assets: rows + [99], to: "app")
            }
        }
        #expect(try temporary.catalog.read { try $0.chosenAssetCounts() } == [:])
    }

    @Test("verification finds wrong counts and albums of clients")
    func faults() throws {
        let temporary = try TemporaryCatalog()
        let rows = try temporary.add(2)
        try temporary.catalog.write(author: "test") { transaction in
            let album = try transaction.insert(.sample("Trip"))
            try transaction.append(assets: rows, toAlbum: album)
            _ = try transaction.grant(assets: rows, to: "app")
        }
        #expect(try temporary.catalog.read { try $0.structuralFaults() } == [])
        try temporary.catalog.pool.write { try $0.execute(sql: "UPDATE chosenMemberCount SET count = 1") }
        #expect(try temporary.catalog.read { try $0.structuralFaults() }.count == 1)
        try temporary.catalog.pool.write { database in
            try database.execute(sql: "UPDATE chosenMemberCount SET count = 2")
            try database.execute(sql: "DELETE FROM visibleCollection")
        }
        #expect(try temporary.catalog.read { try $0.structuralFaults() }.count == 1)
    }

    @Test("earlier choices stay, with the albums that they show")
    func migration() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("albumen-catalog-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let file = folder.appendingPathComponent("catalog.sqlite")
        let old = try DatabaseQueue(path: file.path)
        try CatalogSchema.migrator.migrate(old, upTo: "14 search")
        try old.write { database in
            for number in 0..<3 { try AssetRecord.sample(number).insert(intoEarlier: database) }
            for (row, parent, creator) in [(1, "NULL", "test"), (2, "1", "test"), (3, "NULL", "client:app")] {
                try database.execute(
                    sql: """
                        INSERT INTO collection (
                            id, uuid, kind, subtype, title, parentId, position, creationDate, modificationDate, creator)
                        VALUES (?, ?, \((row == 1 ? CollectionRecord.Kind.folder : .album).rawValue), 2, 'Old', \(parent), 0, 0, 0, ?)
                        """, arguments: [row, "C\(row)", creator])
            }
            try database.execute(
                sql: """
                    INSERT INTO albumMember VALUES (1, 2, 1), (2, 2, 2);
                    UPDATE collection SET shownCount = 2 WHERE id = 2;
                    INSERT INTO change (date, author, rowCount) VALUES (0, 'test', 1);
                    INSERT INTO createdRange VALUES (1, 1, 3);
                    INSERT INTO change (date, author, rowCount) VALUES (1, 'test', 1);
                    INSERT INTO grantChange (changeId, client) VALUES (2, 'app');
                    INSERT INTO grants VALUES ('app', 1), ('app', 2), ('app', 3);
                    """)
        }
        try old.close()
        let catalog = try Catalog(at: file)
        try catalog.read { reader in
            #expect(try reader.grantFaults() == [])
            #expect(try reader.grantedClient(ofChange: 2) == "app")
            #expect(try !reader.hasChoices(ofClient: "app", after: 1))
            #expect(try reader.hasChoices(ofClient: "app", after: 2))
            #expect(try reader.hasChoices(ofClient: "other", after: 0))
            let seen = try reader.collections(.all, scope: .granted(client: "app"))
            #expect(Set(seen.map(\.uuid)) == ["C1", "C2", "C3"])
        }
        try catalog.write(author: "test") { _ = try $0.revoke(assets: [1, 2], from: "app") }
        let scope = AssetQuery.Scope.granted(client: "app")
        let deleted = try catalog.read { reader in
            try [ChangedObject.asset, .album, .folder].map { object in
                try reader.details(of: object, inChange: 3, scope: scope).deleted
            }
        }
        #expect(deleted[0].count == 2 && deleted[1] == ["C2"] && deleted[2] == ["C1"])
        #expect(try catalog.read { try $0.hasChoices(ofClient: "app", after: 2) })
        try catalog.close()
    }
}
