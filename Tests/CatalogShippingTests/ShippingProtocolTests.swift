import AlbumenTestSupport
import Foundation
import GRDB
import Glibc
import Testing

@testable import CatalogShipping

@Suite(.blocking) struct ShippingProtocolTests {
    private let catalog: ShippedCatalog

    init() throws {
        catalog = try ShippedCatalog(assets: 500)
        try catalog.ship()
    }

    @Test func aLostPinIsFoundByTheNumberOfCommits() throws {
        let shipper = try #require(catalog.shipper)
        try shipper.pin.release()
        for count in [50, 1, 1] {
            try catalog.add(count)
            try catalog.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        try catalog.add(1)
        try shipper.pin.hold()
        guard case .compared(let change) = try catalog.ship() else {
            Issue.record("The missing commits weren't noticed.")
            return
        }
        #expect(!change.isSnapshot)
        try catalog.expectEqualReplica()
    }

    @Test func aMissedCommitIsFoundEvenIfTheWALIsEmpty() throws {
        let shipper = try #require(catalog.shipper)
        #expect(try catalog.checkpoint() == .complete)
        try shipper.pin.release()
        try catalog.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        #expect(try catalog.ship() == .nothing)
        try catalog.add(1)
        try catalog.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        guard case .compared = try catalog.ship() else {
            Issue.record("The missing commit wasn't noticed.")
            return
        }
        try catalog.expectEqualReplica()
    }

    /// A writer that dies between its frames and the WAL-index leaves a valid commit frame that isn't a commit.
    @Test func aPhantomCommitIsNotShipped() throws {
        let log = try WriteAheadLog(path: catalog.path + "-wal")
        let header = try #require(try log.header())
        let index = try #require(try catalog.shipper?.currentIndex())
        var frame = [UInt8](repeating: 7, count: 24 + header.pageSize)
        frame.withUnsafeMutableBytes { bytes in
            func store(_ word: UInt32, _ offset: Int) {
                bytes.storeBytes(of: word.bigEndian, toByteOffset: offset, as: UInt32.self)
            }
            store(2, 0)
            store(index.pageCount, 4)
            store(header.salts.first, 8)
            store(header.salts.second, 12)
            var sums = index.sums
            sums.add(UnsafeRawBufferPointer(rebasing: bytes[..<8]), isBigEndian: header.isBigEndian)
            sums.add(UnsafeRawBufferPointer(rebasing: bytes[24...]), isBigEndian: header.isBigEndian)
            store(sums.first, 16)
            store(sums.second, 20)
        }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: catalog.path + "-wal"))
        try file.seek(toOffset: WriteAheadLog.offset(of: index.lastFrame, pageSize: header.pageSize))
        try file.write(contentsOf: frame)
        try file.close()
        // The checksums alone would count it.
        #expect(try log.scan(0..<index.lastFrame + 1, following: header.sums, header) { _, _, _ in } != nil)

        #expect(try catalog.ship() == .nothing)
        try catalog.execute("UPDATE asset SET favorite = 1 WHERE id = 1")
        guard case .shipped = try catalog.ship() else {
            Issue.record("The commit wasn't shipped from the WAL.")
            return
        }
        try catalog.expectEqualReplica()
    }

    @Test func anIndexWhoseWriterDiedIsRepaired() throws {
        try catalog.add(5)
        // Only the first copy of the header is damaged, as after an interrupted write.
        try catalog.run(
            "/bin/dd", ["if=/dev/zero", "of=\(catalog.path)-shm", "bs=4", "count=3", "seek=4", "conv=notrunc"])
        try catalog.ship()
        try catalog.expectEqualReplica()
        try catalog.add(5)
        guard case .shipped = try catalog.ship() else {
            Issue.record("The repaired WAL wasn't continued.")
            return
        }
        try catalog.expectEqualReplica()
    }

    @Test func aDamagedFrameIsAnErrorAndNothingIsShipped() throws {
        try catalog.add(5)
        let index = try #require(try catalog.shipper?.currentIndex())
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: catalog.path + "-wal"))
        try file.seek(toOffset: WriteAheadLog.offset(of: index.lastFrame - 1, pageSize: 4096) + 100)
        try file.write(contentsOf: [0xFF, 0xFE, 0xFD, 0xFC, 1, 2, 3])
        try file.close()
        #expect(throws: ShippingError.self) { try catalog.ship() }
        #expect(catalog.replica.transaction == 1)
    }

    @Test func aReaderHoldsACheckpointBack() throws {
        let reader = try ShippedCatalog.openWriter(catalog.path)
        try reader.writeWithoutTransaction { try $0.execute(sql: "BEGIN; SELECT count(*) FROM asset") }
        try catalog.add(5000)
        #expect(try catalog.checkpoint() == .heldBack)
        try reader.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        #expect(try catalog.checkpoint() == .complete)
        try catalog.add(1)
        try catalog.ship()
        #expect(catalog.replica.lastLogPart?.offset == 32)
        try catalog.expectEqualReplica()
        try reader.close()
    }

    @Test func aLongWriterHoldsACheckpointBack() throws {
        try catalog.closeShipper()
        let shipper = try catalog.open(patience: 0.05)
        try catalog.ship()
        try catalog.writer.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE; DELETE FROM asset") }
        #expect(try shipper.checkpointIfNeeded(pages: 1) == .heldBack)
        try catalog.writer.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        #expect(try catalog.checkpoint() == .complete)
        try catalog.expectEqualReplica()
    }

    @Test func foreignCheckpointsNeverOvertakeTheShipper() throws {
        for round in 0..<30 {
            if round % 3 == 0 { #expect(try catalog.checkpoint() == .complete) }
            for mode in ["TRUNCATE", "RESTART", "FULL", "PASSIVE"] {
                try catalog.add(3)
                try foreignCheckpoint(mode)
            }
            guard case .shipped = try catalog.ship() else {
                Issue.record("Frames were lost in round \(round).")
                return
            }
            try foreignCheckpoint("TRUNCATE")
        }
        try catalog.expectEqualReplica()
    }

    @Test func theProcessKeepsItsLocks() throws {
        let shipper = try #require(catalog.shipper)
        #expect(try catalog.canLockInAnotherProcess())
        try shipper.writeLock.lock()
        #expect(try !catalog.canLockInAnotherProcess())
        let index = try #require(try shipper.writeLock.index())
        #expect(try shipper.pin.index() == index)
        var page = [UInt8](repeating: 0, count: 4096)
        try page.withUnsafeMutableBytes { try shipper.pin.readFile(into: $0, at: 0) }
        #expect(page.starts(with: Array("SQLite format 3".utf8)))
        for _ in 0..<3 { _ = try WriteAheadLog(path: catalog.path + "-wal").header() }
        #expect(try !catalog.canLockInAnotherProcess())
        try shipper.writeLock.release()
        #expect(try catalog.canLockInAnotherProcess())
    }

    @Test func bytesAfterTheEndOfTheFileAreZeros() throws {
        let shipper = try #require(catalog.shipper)
        var bytes = [UInt8](repeating: 9, count: 8192)
        try bytes.withUnsafeMutableBytes { try shipper.pin.readFile(into: $0, at: 1 << 40) }
        #expect(bytes.allSatisfy { $0 == 0 })
    }

    @Test func theIndexCountsCommitsAndFrames() throws {
        let shipper = try #require(catalog.shipper)
        let before = try shipper.currentIndex()
        for _ in 0..<3 { try catalog.execute("UPDATE asset SET favorite = favorite + 1 WHERE id = 3") }
        let after = try shipper.currentIndex()
        #expect(after.change &- before.change == 3)
        #expect(after.lastFrame > before.lastFrame && after.salts == before.salts && after.pageSize == 4096)
    }

    private func foreignCheckpoint(_ mode: String) throws {
        do {
            try catalog.writer.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(\(mode))")
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            return
        }
    }
}
