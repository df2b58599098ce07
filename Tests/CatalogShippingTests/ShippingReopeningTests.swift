import CatalogShipping
import Foundation
import GRDB
import Testing

@Suite struct ShippingReopeningTests {
    private let catalog: ShippedCatalog

    init() throws {
        catalog = try ShippedCatalog(assets: 1000)
        try catalog.ship()
        try catalog.add(10)
        try catalog.ship()
    }

    @Test func aLedgerIsContinuedInTheWAL() throws {
        try catalog.closeShipper()
        try catalog.add(10)
        try catalog.add(10)
        guard case .shipped(let change) = try catalog.ship() else {
            Issue.record("The WAL wasn't continued.")
            return
        }
        #expect(change.transaction == 3)
        #expect(catalog.replica.lastLogPart != nil)
        try catalog.expectEqualReplica()
        try catalog.closeShipper()
        #expect(try catalog.ship() == .nothing)
    }

    @Test func framesThatWereCheckpointedAreReadFromTheFile() throws {
        try catalog.closeShipper()
        try catalog.add(300)
        try catalog.execute("PRAGMA wal_checkpoint(PASSIVE)")
        // A writer overwrites the WAL before the sink reads a page.
        let catalog = catalog
        var writes = 1
        catalog.replica.failure = {
            if writes > 0 {
                writes -= 1
                #expect(throws: Never.self) { try catalog.execute("UPDATE asset SET favorite = 3 WHERE id < 300") }
            }
            return nil
        }
        guard case .shipped(let change) = try catalog.ship() else {
            Issue.record("The frames weren't continued.")
            return
        }
        #expect(change.pages < Int(change.commit))
        #expect(catalog.replica.lastLogPart == nil)
        guard case .shipped = try catalog.ship() else {
            Issue.record("The new WAL wasn't continued.")
            return
        }
        try catalog.expectEqualReplica()
    }

    @Test func aFailingSinkAfterAFileOnlyAttachmentLosesNothing() throws {
        try catalog.closeShipper()
        try catalog.add(300)
        try catalog.execute("PRAGMA wal_checkpoint(PASSIVE)")
        catalog.replica.failure = { .within }
        #expect(throws: ModelReplica.StagingFailure.self) { try catalog.ship() }
        catalog.replica.failure = nil
        try catalog.execute("UPDATE asset SET favorite = 3 WHERE id < 300")
        try catalog.ship()
        try catalog.ship()
        try catalog.expectEqualReplica()
    }

    @Test func aWALThatStartedAgainIsCompared() throws {
        try catalog.closeShipper()
        try catalog.add(10)
        try catalog.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try catalog.add(1)
        guard case .compared(let change) = try catalog.ship() else {
            Issue.record("The pages weren't compared.")
            return
        }
        #expect(!change.isSnapshot && change.transaction == 3 && change.pages < Int(change.commit))
        try catalog.expectEqualReplica()
    }

    @Test func aMissingLedgerMakesASnapshot() throws {
        try catalog.closeShipper()
        try FileManager.default.removeItem(atPath: catalog.ledgerPath)
        #expect(try catalog.open().ledgerState == .missing)
        let change = try catalog.ship().change
        #expect(change?.isSnapshot == true && change?.transaction == 3)
        try catalog.expectEqualReplica()
    }

    @Test func aDamagedLedgerMakesASnapshot() throws {
        try catalog.closeShipper()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: catalog.ledgerPath))
        bytes[bytes.count / 2] ^= 4
        try bytes.write(to: URL(fileURLWithPath: catalog.ledgerPath))
        #expect(try catalog.open().ledgerState == .damaged)
        let change = try catalog.ship().change
        #expect(change?.isSnapshot == true && change?.transaction == 3)
        try catalog.expectEqualReplica()
    }

    @Test func aForeignLedgerMakesASnapshot() throws {
        try catalog.closeShipper()
        #expect(try catalog.open(identity: "another library").ledgerState == .foreign)
        let change = try catalog.ship().change
        #expect(change?.isSnapshot == true && change?.transaction == 3)
        try catalog.expectEqualReplica()
    }

    /// A page changes from A to B and back to A. The ledger has A, the replica has B: a comparison would find nothing.
    @Test func aStaleLedgerMakesASnapshot() throws {
        try catalog.execute("UPDATE asset SET favorite = 0")
        try catalog.ship()
        let stale = try Data(contentsOf: URL(fileURLWithPath: catalog.ledgerPath))
        try catalog.execute("UPDATE asset SET favorite = 1")
        try catalog.ship()
        try catalog.closeShipper()
        try catalog.execute("UPDATE asset SET favorite = 0")
        try catalog.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try stale.write(to: URL(fileURLWithPath: catalog.ledgerPath))
        #expect(try catalog.open().ledgerState == .stale)
        let change = try catalog.ship().change
        #expect(change?.isSnapshot == true && change?.transaction == 5)
        try catalog.expectEqualReplica()
    }

    @Test func aDeletedWALIsNoticed() throws {
        try catalog.whileClosed { try catalog.removeLog() }
        #expect(try catalog.ship() == .nothing)
        try catalog.whileClosed { try catalog.removeLog() }
        try catalog.add(1)
        guard case .compared(let change) = try catalog.ship() else {
            Issue.record("The pages weren't compared.")
            return
        }
        #expect(!change.isSnapshot)
        try catalog.expectEqualReplica()
    }

    @Test(arguments: [false, true])
    func aCatalogThatWasReplacedByAnOlderCopyIsADifference(keepsFile: Bool) throws {
        let old = try catalog.settledContents()
        try catalog.add(500)
        try catalog.ship()
        try catalog.whileClosed {
            try catalog.removeLog()
            let url = URL(fileURLWithPath: catalog.path)
            try Data(old).write(to: url, options: keepsFile ? [] : .atomic)
        }
        try catalog.add(1)
        guard case .compared(let change) = try catalog.ship() else {
            Issue.record("The pages weren't compared.")
            return
        }
        #expect(!change.isSnapshot && change.transaction == 4)
        try catalog.expectEqualReplica()
    }

    @Test func anotherPageSizeMakesASnapshot() throws {
        try catalog.whileClosed {
            let queue = try DatabaseQueue(path: catalog.path)
            try queue.writeWithoutTransaction { database in
                try database.execute(
                    sql: "PRAGMA journal_mode = DELETE; PRAGMA page_size = 8192; VACUUM; PRAGMA journal_mode = WAL")
            }
            try queue.close()
        }
        let change = try catalog.ship().change
        #expect(change?.isSnapshot == true && catalog.replica.pageSize == 8192)
        #expect(catalog.shipper?.ledgerState == .foreign)
        try catalog.expectEqualReplica()
    }
}
