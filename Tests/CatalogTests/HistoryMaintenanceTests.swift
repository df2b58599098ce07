import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// Trimming deletes the oldest history in portions, and the remaining history is complete (§7.5.3).
@Suite struct HistoryMaintenanceTests {
    let temporary: TemporaryCatalog
    private var catalog: Catalog { temporary.catalog }

    init() throws {
        temporary = try TemporaryCatalog()
    }

    @Test("history can be trimmed if it's old and exceeds the limit, but never the newest change")
    func whatMayGo() throws {
        #expect(try trimmable(olderThan: 100, beyond: 0) == nil)
        for day in 1...10 { try write(at: Double(day)) }
        #expect(try trimmable(olderThan: 1, beyond: 0) == nil)
        #expect(try trimmable(olderThan: 100, beyond: 0) == .init(lastChange: 9, rowCount: 9))
        #expect(try trimmable(olderThan: 100, beyond: 4) == .init(lastChange: 6, rowCount: 6))
        #expect(try trimmable(olderThan: 5, beyond: 4) == .init(lastChange: 4, rowCount: 4))
        #expect(try trimmable(olderThan: 100, beyond: 10) == nil)
        #expect(try trimmable(olderThan: 100, beyond: 1_000) == nil)
    }

    @Test("a change with a later date from a wrong clock keeps the changes after it")
    func wrongClock() throws {
        for day in [1, 2, 900, 4, 5] { try write(at: Double(day)) }
        #expect(try trimmable(olderThan: 100, beyond: 1) == .init(lastChange: 2, rowCount: 2))
    }

    @Test("small changes are deleted completely, as many as fit in a portion")
    func portions() throws {
        for _ in 0..<10 { try write(at: 1) }
        #expect(try trim(through: 7, portion: 3))
        #expect(try kept() == Array(4...10))
        #expect(try trim(through: 7, portion: 3))
        #expect(try !trim(through: 7, portion: 3))
        #expect(try kept() == [8, 9, 10])
        #expect(try catalog.read { try $0.oldestChange() } == 8)
        #expect(try rowsOfHistory() == 3)
    }

    @Test("a large change is deleted in portions, and isn't reported as soon as the first row is deleted")
    func largeChange() throws {
        let rows = try temporary.add(20)
        try catalog.write(author: "test") { transaction in
            for row in rows { try transaction.update(asset: row) { $0.isFavorite = true } }
        }
        try write(at: 1)
        #expect(try trim(through: 2, portion: 15))
        #expect(try kept() == [2, 3])
        #expect(try trim(through: 2, portion: 15))
        #expect(try kept() == [3])
        #expect(try catalog.read { try !$0.hasDetails(ofChange: 2) })
        #expect(try catalog.read { try $0.oldestChange() } == 3)
        #expect(try rowsOfHistory() == 26)
        var portions = 0
        while try trim(through: 2, portion: 15) { portions += 1 }
        #expect(portions == 1)
        #expect(try rowsOfHistory() == 1)
        #expect(try catalog.read { try $0.structuralFaults() } == [])
    }

    @Test("former metadata and grants are trimmed with their change, also in portions")
    func trimmingOfMetadataAndGrants() throws {
        let rows = try temporary.add(20)
        var metadata = MetadataRecord()
        try catalog.write(author: "test") { transaction in
            metadata.caption = "caption"
            for row in rows { try transaction.setMetadata(metadata, ofAsset: row) }
        }
        try catalog.write(author: "test") {
            try $0.setGrantedStatus(.authorized, client: "app", accessLevel: .readWrite)
        }
        try write(at: 3)
        #expect(try catalog.read { try $0.metadata(ofAsset: rows[0], at: 1)?.caption } == nil)
        #expect(try catalog.read { try $0.grantedClient(ofChange: 3) } == "app")
        while try trim(through: 3, portion: 7) {}
        #expect(try kept() == [4])
        #expect(try rowsOfHistory() == 1)
        // Trimmed values are the current ones.
        #expect(try catalog.read { try $0.metadata(ofAsset: rows[0], at: 1)?.caption } == "caption")
        #expect(try catalog.read { try $0.structuralFaults() } == [])
    }

    @Test("maintenance leaves no history, and changes nothing if it fails")
    func maintenance() throws {
        struct Refusal: Error {}
        for _ in 0..<3 { try write(at: 1) }
        let latest = try catalog.read { try $0.latestChange() }
        #expect(throws: Refusal.self) {
            try catalog.maintain { maintenance in
                _ = try maintenance.trimHistory(through: 1, portion: 10)
                throw Refusal()
            }
        }
        #expect(try kept() == [1, 2, 3])
        _ = try trim(through: 1, portion: 10)
        #expect(try catalog.read { try $0.latestChange() } == latest)
    }

    @Test("change numbers continue after all other changes were trimmed")
    func numbersGoOn() throws {
        for _ in 0..<5 { try write(at: 1) }
        while try trim(through: 4, portion: 2) {}
        try write(at: 2)
        #expect(try kept() == [5, 6])
    }

    @Test("a copy is one file with all commits, and copying can be cancelled")
    func copies() throws {
        let rows = try temporary.add(5_000)
        let file = temporary.folder.appendingPathComponent("copy.sqlite")
        #expect(try catalog.copy(to: file) == 1)
        let copy = try Catalog(at: file)
        #expect(try copy.read { try $0.assetCount() } == rows.count)
        #expect(try copy.read { try $0.structuralFaults() } == [])
        try copy.close()
        #expect(throws: (any Error).self) {
            try catalog.copy(to: temporary.folder.appendingPathComponent("none/copy.sqlite"))
        }
    }

    private func write(at day: Double) throws {
        try catalog.write(author: "test", at: Date(timeIntervalSinceReferenceDate: day)) {
            _ = try $0.insert(AssetRecord.sample())
        }
    }

    private func trimmable(
        olderThan day: Double, beyond rowCount: Int
    ) throws -> CatalogReader.TrimmableHistory? {
        try catalog.read {
            try $0.trimmableHistory(olderThan: Date(timeIntervalSinceReferenceDate: day), beyond: rowCount)
        }
    }

    private func trim(through change: Int64, portion: Int) throws -> Bool {
        try catalog.maintain { try $0.trimHistory(through: change, portion: portion) }
    }

    private func kept() throws -> [Int64] {
        try catalog.read { try $0.changes(after: 0, limit: 100).map(\.id) }
    }

    private func rowsOfHistory() throws -> Int {
        try catalog.read { reader in
            try CatalogSchema.historyTables.reduce(0) { sum, table in
                try sum + (Int.fetchOne(reader.database, sql: "SELECT count(*) FROM \(table)") ?? 0)
            }
        }
    }
}
