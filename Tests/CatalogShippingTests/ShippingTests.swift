import CatalogShipping
import Foundation
import GRDB
import Testing

@Suite struct ShippingTests {
    @Test(arguments: [512, 1024, 4096, 8192, 65536])
    func aReplicaEqualsTheCatalogWithEachPageSize(pageSize: Int) throws {
        let catalog = try ShippedCatalog(pageSize: pageSize)
        let first = try catalog.ship()
        #expect(first.change?.isSnapshot == true && first.change?.transaction == 1)
        try catalog.expectEqualReplica()
        try catalog.add(300)
        guard case .shipped(let change) = try catalog.ship() else {
            Issue.record("The change wasn't shipped from the WAL.")
            return
        }
        #expect(change.transaction == 2 && !change.isSnapshot)
        try catalog.expectEqualReplica()
        #expect(try catalog.ship() == .nothing)
    }

    @Test func severalCommitsAreOneChange() throws {
        let catalog = try ShippedCatalog()
        try catalog.ship()
        for _ in 0..<10 { try catalog.execute("UPDATE asset SET favorite = 1 - favorite WHERE id = 7") }
        let change = try catalog.ship().change
        #expect(change?.transaction == 2)
        #expect((1...3).contains(change?.pages ?? 0))
        try catalog.expectEqualReplica()
    }

    @Test func theWALStartsAgainAfterACheckpoint() throws {
        let catalog = try ShippedCatalog()
        try catalog.ship()
        for round in 0..<4 {
            try catalog.add(50)
            #expect(try catalog.checkpoint() == .complete)
            #expect(try catalog.checkpoint() == .complete)
            let before = catalog.replica.transaction
            try catalog.execute("UPDATE asset SET favorite = \(round) WHERE id < 20")
            guard case .shipped(let change) = try catalog.ship() else {
                Issue.record("The first frames of the new WAL weren't continued.")
                return
            }
            #expect(change.transaction == before + 1)
            // The WAL started again, so the change is its first part.
            #expect(catalog.replica.lastLogPart?.offset == 32)
            try catalog.expectEqualReplica()
        }
    }

    @Test func aShortWALNeedsNoCheckpoint() throws {
        let catalog = try ShippedCatalog()
        try catalog.ship()
        #expect(try catalog.checkpoint(pages: 100_000) == .notNeeded)
    }

    @Test(arguments: [false, true])
    func aVacuumThatShrinksTheCatalog(checkpointsFirst: Bool) throws {
        let catalog = try ShippedCatalog(assets: 2000)
        try catalog.ship()
        try catalog.execute("DELETE FROM asset WHERE id > 100; INSERT INTO search (search) VALUES ('optimize')")
        try catalog.ship()
        if checkpointsFirst { #expect(try catalog.checkpoint() == .complete) }
        let before = catalog.replica.commit
        try catalog.execute("VACUUM")
        try catalog.ship()
        #expect(catalog.replica.commit < before)
        try catalog.expectEqualReplica()
        #expect(try catalog.checkpoint() == .complete)
        try catalog.add(2000)
        try catalog.ship()
        try catalog.expectEqualReplica()
    }

    @Test func shrinkingAndGrowingInOneChange() throws {
        let catalog = try ShippedCatalog(assets: 3000, incrementalVacuum: true)
        try catalog.ship()
        for _ in 0..<3 {
            try catalog.execute("DELETE FROM asset WHERE id % 3 > 0; PRAGMA incremental_vacuum(1000)")
            try catalog.add(1500, nameLength: 60)
            try catalog.execute("VACUUM")
            try catalog.add(500)
            try catalog.ship()
            try catalog.expectEqualReplica()
            try catalog.checkpoint()
        }
        try catalog.expectEqualReplica()
    }

    @Test(arguments: [false, true])
    func pagesThatTheCatalogGrewByWithoutAFrame(checkpointsBetween: Bool) throws {
        let catalog = try ShippedCatalog(assets: 50)
        try catalog.ship()
        if checkpointsBetween { try catalog.checkpoint() }
        // The pages of the dropped table are allocated and free again when the transaction ends.
        try catalog.execute(
            """
            BEGIN; CREATE TABLE passing (value BLOB);
            INSERT INTO passing SELECT randomblob(20000) FROM asset; DROP TABLE passing; COMMIT
            """)
        try catalog.ship()
        #expect(catalog.replica.pages.count == Int(catalog.replica.commit))
        try catalog.expectEqualReplica()
        try catalog.checkpoint()
        try catalog.add(100)
        try catalog.ship()
        try catalog.expectEqualReplica()
    }

    @Test func spillsAndRollbacks() throws {
        let catalog = try ShippedCatalog(assets: 1000)
        try catalog.ship()
        let spilling = try ShippedCatalog.openWriter(catalog.path, cachePages: 5)
        for _ in 0..<3 {
            try spilling.writeWithoutTransaction { database in
                try database.execute(sql: "BEGIN; UPDATE asset SET date = date + 1, name = name || 'x'")
                // Frames without a commit are in the WAL now.
                let outcome = try catalog.ship()
                #expect(outcome == .nothing)
                try database.execute(sql: "ROLLBACK")
            }
            try catalog.execute("UPDATE asset SET favorite = 1 - favorite WHERE id = 5")
            try catalog.ship()
            try catalog.expectEqualReplica()
            try spilling.writeWithoutTransaction { database in
                try database.execute(sql: "BEGIN; UPDATE asset SET date = date + 1, name = name || 'y'")
                let outcome = try catalog.ship()
                #expect(outcome == .nothing)
                try database.execute(sql: "UPDATE asset SET favorite = favorite + 1; COMMIT")
            }
            try catalog.ship()
            try catalog.expectEqualReplica()
        }
        try spilling.close()
    }

    @Test func rebuildingTheSearchIndex() throws {
        let catalog = try ShippedCatalog(assets: 1500)
        try catalog.ship()
        try catalog.execute("INSERT INTO search (search) VALUES ('rebuild')")
        try catalog.ship()
        try catalog.expectEqualReplica()
        try catalog.execute("DROP TABLE search; CREATE VIRTUAL TABLE search USING fts5 (name)")
        try catalog.checkpoint()
        try catalog.execute("INSERT INTO search (rowid, name) SELECT id, name FROM asset")
        try catalog.ship()
        try catalog.expectEqualReplica()
    }

    @Test func aRequestedSnapshotIsTheNewestState() throws {
        let catalog = try ShippedCatalog()
        try catalog.ship()
        for backfills in [false, true] {
            try catalog.add(100)
            if backfills { try catalog.checkpoint() }
            try catalog.add(1)
            let shipper = try #require(catalog.shipper)
            var snapshot: ModelReplica.Change?
            let change = try shipper.snapshot { pages in
                #expect(pages.isSnapshot && pages.transaction == shipper.transaction)
                // Commits while the sink reads aren't in the snapshot.
                try catalog.execute("UPDATE asset SET favorite = favorite + 1")
                try catalog.execute("PRAGMA wal_checkpoint(PASSIVE)")
                snapshot = try ModelReplica.change(pages)
            }
            catalog.replica.apply(through: shipper.transaction)
            #expect(change.transaction == catalog.replica.transaction)
            let made = try #require(snapshot)
            let bytes = ModelReplica.contents(made.pages, commit: made.commit, pageSize: made.pageSize)
            #expect(bytes == catalog.replica.contents)
            try catalog.ship()
            try catalog.expectEqualReplica()
        }
    }

    @Test func aFailingSinkLosesNothing() throws {
        let catalog = try ShippedCatalog()
        var failures = ModelReplica.FailurePoint.allCases
        catalog.replica.failure = { failures.popLast() }
        for _ in 0..<3 {
            #expect(throws: ModelReplica.StagingFailure.self) { try catalog.ship() }
        }
        try catalog.ship()
        #expect(catalog.replica.transaction == 1)
        try catalog.expectEqualReplica()
        for failure in ModelReplica.FailurePoint.allCases {
            failures = [failure]
            try catalog.add(100)
            #expect(throws: ModelReplica.StagingFailure.self) { try catalog.ship() }
            try catalog.execute("UPDATE asset SET favorite = 1 - favorite WHERE id < 5")
            guard case .shipped = try catalog.ship() else {
                Issue.record("The change wasn't shipped again.")
                return
            }
            try catalog.expectEqualReplica()
        }
        #expect(catalog.replica.transaction == 4)
    }

    @Test func pagesCantBeReadAfterTheSinkReturned() throws {
        let catalog = try ShippedCatalog()
        try catalog.ship()
        var kept: ShippedPages?
        _ = try catalog.shipper?.snapshot { kept = $0 }
        let pages = try #require(kept)
        #expect(throws: ShippingError.self) { try pages.forEachPage { _, _ in } }
    }

    @Test func aCatalogWithoutAWALIsRefused() throws {
        let catalog = try ShippedCatalog()
        try catalog.execute("PRAGMA journal_mode = DELETE")
        #expect(throws: ShippingError.self) { try catalog.open() }
    }
}
