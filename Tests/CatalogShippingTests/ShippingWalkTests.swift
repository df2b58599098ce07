import AlbumenTestSupport
import Foundation
import GRDB
import Glibc
import LTX
import Testing

@testable import CatalogShipping

/// Random steps in one process: changes, checkpoints of others, failures, reopening.
@Suite struct ShippingWalkTests {
    @Test func aReplicaEqualsTheCatalogAfterRandomSteps() throws {
        for _ in 0..<TestLength.cases(4) {
            let seed = ShippingSeed.next()
            print("aReplicaEqualsTheCatalogAfterRandomSteps: ALBUMEN_SEED=\(seed)")
            var walk = try Walk(seed: seed)
            for step in 0..<120 {
                try walk.step()
                if step % 10 == 9 { try walk.check() }
            }
        }
    }
}

private struct Walk {
    private var random: SeededGenerator
    private let catalog: ShippedCatalog
    private let reader: DatabaseQueue
    private var isReading = false
    private var steps: [Int] = []

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        let pageSize = [512, 1024, 4096].randomElement(using: &random) ?? 4096
        catalog = try ShippedCatalog(
            pageSize: pageSize, assets: 100, incrementalVacuum: Bool.random(using: &random))
        reader = try ShippedCatalog.openWriter(catalog.path)
        try catalog.ship()
    }

    mutating func step() throws {
        let choice = Int.random(in: 0..<22, using: &random)
        steps.append(choice)
        switch choice {
        case 0..<4: try catalog.add(Int.random(in: 1...60, using: &random))
        case 4: try catalog.add(Int.random(in: 1...300, using: &random), nameLength: 300)
        case 5: try catalog.execute("UPDATE asset SET favorite = 1 - favorite WHERE id % 31 = \(choice)")
        case 6: try catalog.execute("DELETE FROM asset WHERE id IN (SELECT id FROM asset ORDER BY random() LIMIT 300)")
        case 7: try catalog.execute("BEGIN; UPDATE asset SET date = date + 1; ROLLBACK")
        case 8: try catalog.execute("PRAGMA cache_size = \([5, 2000].randomElement(using: &random) ?? 5)")
        case 9 where !isReading: try catalog.execute("VACUUM")
        case 10:
            try catalog.execute(
                """
                BEGIN; CREATE TABLE passing (value BLOB);
                INSERT INTO passing SELECT randomblob(5000) FROM asset LIMIT 30; DROP TABLE passing; COMMIT;
                PRAGMA incremental_vacuum(\(Int.random(in: 1...50, using: &random)))
                """)
        case 11, 12:
            let mode = ["PASSIVE", "FULL", "RESTART", "TRUNCATE"].randomElement(using: &random) ?? "FULL"
            do {
                try catalog.execute("PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(\(mode))")
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                break
            }
        case 13, 14: try catalog.checkpoint()
        case 15:
            let points = ModelReplica.FailurePoint.allCases
            let point = points.randomElement(using: &random)
            catalog.replica.failure = { point }
            do {
                try catalog.ship()
            } catch is ModelReplica.StagingFailure {}
            catalog.replica.failure = nil
        case 16: try catalog.closeShipper()
        case 17:
            try reader.writeWithoutTransaction { [isReading] database in
                try database.execute(sql: isReading ? "COMMIT" : "BEGIN; SELECT count(*) FROM asset")
            }
            isReading.toggle()
        case 18 where catalog.shipper?.isAttached == true: try catalog.shipper?.pin.release()
        case 19: catalog.shipper?.detach()
        default: try catalog.ship()
        }
    }

    func check() throws {
        let commits = catalog.replica.transaction
        // A lost pin is found by the first call or, if all was shipped before, isn't a loss.
        try catalog.ship()
        #expect(catalog.replica.transaction >= commits)
        try catalog.expectEqualReplica()
        var total: UInt64 = 0
        for (number, page) in catalog.replica.pages {
            total ^= page.withUnsafeBytes { CRC64.ofPage(number: number, $0) }
        }
        #expect(total == catalog.shipper?.ledger?.total, "\(steps)")
        let snapshot = try catalog.shipper?.snapshot { pages in try pages.forEachPage { _, _ in } }
        #expect(snapshot?.transaction == catalog.replica.transaction)
    }
}
