import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// Migrating a catalog adds no tokens, and keeps the answers to clients.
@Suite struct ClientTokenMigrationTests {
    @Test func `clients keep their answers and get no tokens`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("albumen-catalog-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let file = folder.appendingPathComponent("catalog.sqlite")
        let old = try DatabaseQueue(path: file.path)
        try CatalogSchema.migrator.migrate(old, upTo: "14 search")
        try old.write { database in
            try database.execute(
                sql: "INSERT INTO clientGrant (client, accessLevel, status, date) VALUES ('app', 2, 4, 5)")
        }
        try old.close()
        let catalog = try Catalog(at: file)
        let digest = Data(repeating: 7, count: 32)
        let place = TokenPlace(inVolume: Data(repeating: 1, count: 32), atPath: Data(repeating: 2, count: 32))
        #expect(try catalog.read { try $0.clientTokens() }.isEmpty)
        #expect(try catalog.read { try $0.credential(withDigest: digest) } == nil)
        try catalog.write(author: "token", at: Date(timeIntervalSinceReferenceDate: 9)) { transaction in
            try transaction.setToken(digest: digest, ofClient: "app", users: [1001, 7], at: place)
        }
        let credential = try catalog.read { try $0.credential(withDigest: digest) }
        #expect(
            credential
                == ClientCredential(
                    client: "app", readWriteStatus: .limited, addOnlyStatus: nil, lastUsed: nil, users: [7, 1001],
                    place: place))
        // A client's other token isn't for the users of the former one.
        let other = Data(repeating: 8, count: 32)
        try catalog.write(author: "token", at: Date(timeIntervalSinceReferenceDate: 9)) { transaction in
            try transaction.setToken(digest: other, ofClient: "app", at: place)
        }
        #expect(try catalog.read { try $0.credential(withDigest: other)?.users } == [])
        #expect(try catalog.read { try $0.clientTokens().map(\.users) } == [[]])
        #expect(try catalog.read { try $0.latestChange() } == 0)
        try catalog.close()
    }

    /// These names are in the catalogs of existing libraries.
    @Test func `the place of tokens is read from rows with its stored names`() throws {
        let catalog = try TemporaryCatalog()
        let place = TokenPlace(inVolume: Data(repeating: 1, count: 32), atPath: Data(repeating: 2, count: 32))
        let file = try DatabaseQueue(path: catalog.folder.appendingPathComponent("catalog.sqlite").path)
        try file.write { database in
            try database.execute(
                sql: "INSERT INTO secret (name, value) VALUES ('tokenPlace inVolume', ?), ('tokenPlace atPath', ?)",
                arguments: [place.inVolume, place.atPath])
        }
        try file.close()
        #expect(try catalog.catalog.read { try $0.tokenPlace() } == place)
    }

    @Test func `the oldest picks are forgotten, with their assets`() throws {
        let catalog = try TemporaryCatalog()
        let pick = ConfirmedPick(
            date: Date(timeIntervalSinceReferenceDate: 0), requester: .program(user: 1000, path: nil, isOwner: false),
            application: nil, assetCount: 0)
        try catalog.catalog.write(author: "picker") { transaction in
            for _ in 0..<1002 { try transaction.insert(pick, assets: [1]) }
        }
        let kept = try catalog.catalog.read { try $0.confirmedPicks(limit: 2000) }
        #expect(kept.count == 1000)
        #expect(kept.first?.requester == .program(user: 1000, path: nil, isOwner: false))
        #expect(kept.map(\.id).max() == 1002)
        #expect(try catalog.catalog.read { try $0.assetCount(ofConfirmedPick: 1) } == nil)
    }
}
