import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// A migrated catalog keeps its history and counts its rows.
@Suite struct ObservingMigrationTests {
    @Test("the history rows of earlier changes are counted")
    func rowsOfOldChangesAreCounted() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("albumen-catalog-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("catalog.sqlite")
        let old = try DatabaseQueue(path: file.path)
        try CatalogSchema.migrator.migrate(old, upTo: "4 collections")
        try old.write { database in
            for number in 1...3 {
                try database.execute(
                    sql: "INSERT INTO change (date, author) VALUES (?, 'test')", arguments: [Double(number)])
            }
            try database.execute(sql: "INSERT INTO createdRange VALUES (1, 1, 9), (1, 11, 19)")
            try database.execute(sql: "INSERT INTO albumMemberImage VALUES (2, 1, 1, 0, 5), (2, 1, 1, 1, 6)")
            try database.execute(sql: "INSERT INTO albumMemberRange VALUES (2, 1, 2, 9, 7)")
        }
        try old.close()
        let catalog = try Catalog(at: file)
        let counts = try catalog.read { reader in
            try Int.fetchAll(reader.database, sql: "SELECT rowCount FROM change ORDER BY id")
        }
        #expect(counts == [2, 3, 0])
        #expect(try catalog.read { try $0.changes(after: 0, limit: 9).map(\.id) } == [1, 2, 3])
        #expect(try catalog.read { try $0.structuralFaults() } == [])
        try catalog.close()
    }
}
