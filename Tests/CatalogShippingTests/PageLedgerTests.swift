import CatalogShipping
import Foundation
import Glibc
import Testing

@Suite struct PageLedgerTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "ledger-\(UUID().uuidString)").path

    private func ledger(pages: UInt32, pageSize: Int = 4096) -> PageLedger {
        var ledger = PageLedger(
            identity: "épreuve", pageSize: pageSize, transaction: 77,
            position: WriteAheadLogPosition(
                salts: WriteAheadLogSalts(1, 2), frame: 3, sums: WriteAheadLogSums(4, 5)),
            fileNumber: 6)
        ledger.resize(to: pages)
        for number in 0..<pages { ledger[number + 1] = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 | 1 << 63 }
        return ledger
    }

    private func create(_ path: String) -> Int32 { open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }

    @Test(arguments: [0, 1, 1000] as [UInt32])
    func aLedgerIsReadAsItWasSaved(pages: UInt32) throws {
        defer { unlink(path) }
        #expect(try PageLedger.load(path) == .missing)
        for pages in [pages, pages + 1] {
            let saved = ledger(pages: pages)
            try saved.save(path, createFile: create)
            #expect(try PageLedger.load(path) == .ledger(saved))
        }
    }

    @Test func anyChangedOrMissingByteIsNoticed() throws {
        defer { unlink(path) }
        try ledger(pages: 20).save(path, createFile: create)
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        for position in whole.indices {
            var bytes = whole
            bytes[position] ^= UInt8(1 << (position % 8))
            try bytes.write(to: URL(fileURLWithPath: path))
            #expect(try PageLedger.load(path) == .damaged)
            try whole.prefix(position).write(to: URL(fileURLWithPath: path))
            #expect(try PageLedger.load(path) == .damaged)
        }
        try (whole + Data([0])).write(to: URL(fileURLWithPath: path))
        #expect(try PageLedger.load(path) == .damaged)
    }

    @Test func theTotalIsTheXOROfThePages() {
        var ledger = ledger(pages: 100)
        ledger[5] = 1 << 63 | 42
        ledger.resize(to: 60)
        ledger.resize(to: 61)
        #expect(ledger.total == (1...61).reduce(0) { $0 ^ ledger[$1] })
        #expect(ledger[61] == 0 && ledger[62] == 0 && ledger[0] == 0)
    }

    @Test func theLockPageHasNoChecksum() {
        var ledger = ledger(pages: 17_000, pageSize: 65536)
        #expect(ledger.lockPage == 16_385)
        ledger[16_385] = 1
        #expect(ledger[16_385] == 0)
        #expect(ledger.total == (1...17_000).reduce(0) { $0 ^ ledger[$1] })
    }
}
