import AlbumenTestSupport
import CatalogShipping
import Foundation
import GRDB
import Testing

/// Writers and a foreign checkpointer in other processes, which are killed at any point of their work.
@Suite(.serialized, .blocking) struct ShippingStressTests {
    @Test func aReplicaSurvivesKilledWritersAndForeignCheckpoints() throws {
        let seed = ShippingSeed.next()
        print("aReplicaSurvivesKilledWritersAndForeignCheckpoints: ALBUMEN_SEED=\(seed)")
        var random = SeededGenerator(seed: seed)
        let catalog = try ShippedCatalog(assets: 300, incrementalVacuum: true)
        var others = try Others(catalog.path, seed: seed)
        var compared = 0
        for _ in 0..<TestLength.cases(3) {
            let end = catalog.replica.transaction + 40
            try catalog.open()
            while catalog.replica.transaction < end {
                let point = Int.random(in: 0..<12, using: &random)
                catalog.replica.failure = {
                    point < ModelReplica.FailurePoint.allCases.count ? ModelReplica.FailurePoint.allCases[point] : nil
                }
                do {
                    if case .compared = try catalog.ship() { compared += 1 }
                    if point == 10 { try catalog.checkpoint(pages: 30) }
                    if point == 11 {
                        _ = try catalog.shipper?.snapshot { try $0.forEachPage { _, _ in } }
                        catalog.replica.apply(through: catalog.shipper?.transaction ?? 0)
                    }
                } catch is ModelReplica.StagingFailure {}
                try others.expectRunning()
            }
            try catalog.closeShipper()
            try others.replaceOne(&random)
        }
        others.kill()
        catalog.replica.failure = nil
        try catalog.ship()
        try catalog.ship()
        try catalog.expectEqualReplica()
        print("changes: \(catalog.replica.transaction), compared: \(compared), pages: \(catalog.replica.commit)")
    }

    @Test func aReplicaSurvivesAKilledShipper() throws {
        let seed = ShippingSeed.next()
        print("aReplicaSurvivesAKilledShipper: ALBUMEN_SEED=\(seed)")
        var random = SeededGenerator(seed: seed)
        let catalog = try ShippedCatalog(assets: 300, incrementalVacuum: true)
        var others = try Others(catalog.path, seed: seed)
        let folder = catalog.folder.appending(path: "staged")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for round in 0..<TestLength.cases(6) {
            let shipper = try OtherProcess(
                "ship", catalog.path, "\(seed &+ UInt64(round))", catalog.ledgerPath, folder.path)
            let end = try Self.staged(folder).max().map { $0 + 1 } ?? 1
            let count = UInt64.random(in: 0...12, using: &random)
            while try Self.staged(folder).max() ?? 0 < end + count {
                try #require(shipper.isRunning)
                try others.expectRunning()
            }
            shipper.kill()
            try others.replaceOne(&random)
            guard case .ledger(let ledger) = try PageLedger.load(catalog.ledgerPath) else {
                #expect(try Self.staged(folder).max() ?? 0 <= 1)
                for number in try Self.staged(folder) {
                    try FileManager.default.removeItem(at: folder.appending(path: "\(number)"))
                }
                continue
            }
            // A change that the ledger doesn't have wasn't shipped.
            for number in try Self.staged(folder).sorted() {
                let file = folder.appending(path: "\(number)")
                if number > ledger.transaction { try FileManager.default.removeItem(at: file) }
                if number > catalog.replica.transaction, number <= ledger.transaction {
                    catalog.replica.staged[number] = try Self.change(file)
                }
            }
            catalog.replica.apply(through: ledger.transaction)
            #expect(catalog.replica.transaction == ledger.transaction)
        }
        others.kill()
        try catalog.open(identity: "stress")
        try catalog.ship()
        try catalog.ship()
        try catalog.expectEqualReplica()
        print("changes: \(catalog.replica.transaction), pages: \(catalog.replica.commit)")
    }

    private static func staged(_ folder: URL) throws -> [UInt64] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).compactMap { UInt64($0) }
    }

    private static func change(_ file: URL) throws -> ModelReplica.Change {
        let bytes = Array(try Data(contentsOf: file))
        func word(_ offset: Int) -> UInt32 {
            bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
        }
        let pageSize = Int(word(0))
        var change = ModelReplica.Change(pageSize: pageSize, commit: word(4), isSnapshot: word(8) == 1, pages: [:])
        for offset in stride(from: 12, to: bytes.count, by: pageSize + 4) {
            change.pages[word(offset)] = Array(bytes[offset + 4..<offset + 4 + pageSize])
        }
        return change
    }
}

/// Three writers and a checkpointer.
private struct Others {
    private let path: String
    private var writers: [OtherProcess]
    private let checkpointer: OtherProcess
    private var next: UInt64

    init(_ path: String, seed: UInt64) throws {
        self.path = path
        writers = try (0..<3 as Range<UInt64>).map { index in try OtherProcess("write", path, "\(seed &+ index)") }
        checkpointer = try OtherProcess("checkpoint", path, "\(seed)")
        next = seed &+ 3
    }

    func expectRunning() throws {
        for process in writers + [checkpointer] { try #require(process.isRunning) }
    }

    mutating func replaceOne(_ random: inout SeededGenerator) throws {
        let index = Int.random(in: 0..<writers.count, using: &random)
        writers[index].kill()
        writers[index] = try OtherProcess("write", path, "\(next)")
        next &+= 1
    }

    func kill() {
        for process in writers + [checkpointer] { process.kill() }
    }
}
