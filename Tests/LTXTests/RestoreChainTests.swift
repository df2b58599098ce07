import AlbumenTestSupport
import Foundation
import LTX
import Testing

/// Which files restore a state.
@Suite struct RestoreChainTests {
    private func file(
        _ level: Int, _ transactions: ClosedRange<UInt64>, size: UInt64 = 10, date: Double? = nil
    ) -> LTXFile {
        let date = date ?? Double(transactions.upperBound % 1_000_000)
        return LTXFile(
            name: LTXName(level: level, transactions: transactions), size: size,
            date: Date(timeIntervalSince1970: date))
    }

    private func ranges(_ chain: RestoreChain) -> [ClosedRange<UInt64>] { chain.files.map(\.name.transactions) }

    @Test func beginsWithTheNewestSnapshotAndReachesFarthest() throws {
        let files = [
            file(0, 9...9), file(0, 8...8), file(1, 7...8), file(2, 4...8), file(9, 1...3), file(9, 1...5),
            file(0, 5...5), file(0, 6...6), file(0, 7...7),
        ]
        let chain = try RestoreChain.choose(from: files)
        #expect(ranges(chain) == [1...5, 4...8, 9...9])
        #expect(chain.last == 9)
        #expect(chain.size == 30)
        #expect(try ranges(.choose(from: files, .through(7))) == [1...5, 6...6, 7...7])
        #expect(try ranges(.choose(from: files, .through(3))) == [1...3])
        #expect(try ranges(.choose(from: files, .before(Date(timeIntervalSince1970: 7)))) == [1...5, 6...6])
    }

    @Test func errorsNameTheMissingTransaction() throws {
        let files = [file(9, 1...3), file(0, 4...4), file(0, 6...6), file(1, 6...9)]
        let gap = #expect(throws: LTXError.self) { try RestoreChain.choose(from: files) }
        #expect(gap?.code == .missingTransaction)
        #expect(gap?.message.contains("Transaction 5 is missing") == true)
        let target = #expect(throws: LTXError.self) { try RestoreChain.choose(from: files, .through(9)) }
        #expect(target?.code == .missingTransaction)
        #expect(target?.message.contains("Transaction 5 is missing") == true)
        #expect(try RestoreChain.choose(from: files, .through(4)).last == 4)
        let date = Date(timeIntervalSince1970: 6.5)
        #expect(codeOfError { _ = try RestoreChain.choose(from: files, .before(date)) } == .missingTransaction)
    }

    @Test func otherTargetsAreRefused() throws {
        let files = [file(9, 1...3), file(1, 4...6)]
        #expect(codeOfError { _ = try RestoreChain.choose(from: []) } == .noSnapshot)
        #expect(codeOfError { _ = try RestoreChain.choose(from: [file(0, 2...2)]) } == .noSnapshot)
        #expect(codeOfError { _ = try RestoreChain.choose(from: files, .through(2)) } == .noSnapshot)
        #expect(codeOfError { _ = try RestoreChain.choose(from: files, .through(5)) } == .notARestorePoint)
        #expect(codeOfError { _ = try RestoreChain.choose(from: files, .through(7)) } == .missingTransaction)
        let early = Date(timeIntervalSince1970: 3)
        #expect(codeOfError { _ = try RestoreChain.choose(from: files, .before(early)) } == .noSnapshot)
        var undated = files
        undated[1].date = nil
        #expect(codeOfError { _ = try RestoreChain.choose(from: undated, .before(early)) } == .missingDate)
    }

    /// The state after 6 isn't before the date, and the file with it has transaction 4.
    @Test func aDateWithinAMergedFileRestoresTheStateBeforeIt() throws {
        let files = [file(9, 1...3), file(1, 4...6), file(0, 5...5)]
        let date = Date(timeIntervalSince1970: 5.5)
        #expect(try RestoreChain.choose(from: files, .before(date)).last == 3)
    }

    @Test func aBackupThatLostItsEndIsRefused() throws {
        let files = [file(9, 1...3), file(1, 4...6)]
        #expect(try RestoreChain.choose(from: files, expectedHead: 6).last == 6)
        #expect(try RestoreChain.choose(from: files, .through(3), expectedHead: 6).last == 3)
        #expect(codeOfError { _ = try RestoreChain.choose(from: files, expectedHead: 7) } == .behindHead)
        #expect(codeOfError { _ = try RestoreChain.choose(from: files, .through(3), expectedHead: 7) } == .behindHead)
        #expect(codeOfError { _ = try RestoreChain.choose(from: [], expectedHead: 7) } == .behindHead)
    }

    @Test func theLargestTransactionIsNotTooLarge() throws {
        let files = [file(9, 1...(.max - 1)), file(0, .max ... .max)]
        #expect(try RestoreChain.choose(from: files).last == .max)
        #expect(try RestoreChain.choose(from: [file(9, 1...(.max))]).last == .max)
        let gap = [file(9, 1...5), file(0, .max ... .max)]
        #expect(codeOfError { _ = try RestoreChain.choose(from: gap) } == .missingTransaction)
    }

    /// Compares with a search of all chains.
    @Test func randomBackupsAreRestoredAsFarAsPossible() throws {
        var generator = SeededGenerator.printingSeed("randomBackupsAreRestoredAsFarAsPossible")
        for _ in 0..<TestLength.cases(3000) {
            let files = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
                let first = Bool.random(using: &generator) ? UInt64.random(in: 1...3, using: &generator) : 1
                let start = first == 1 ? 1 : UInt64.random(in: 2...12, using: &generator)
                let end = start + UInt64.random(in: 0...4, using: &generator)
                return file(
                    Int.random(in: 0...9, using: &generator), start...end,
                    size: UInt64.random(in: 1...3, using: &generator))
            }
            check(files, .newest)
            for transaction in 1...16 as ClosedRange<UInt64> {
                check(files, .through(transaction))
                check(files, .before(Date(timeIntervalSince1970: Double(transaction) + 0.5)))
            }
        }
    }

    private func check(_ files: [LTXFile], _ target: RestoreChain.Target) {
        let usable = files.filter { file in
            switch target {
            case .newest: true
            case .through(let transaction): file.name.transactions.upperBound <= transaction
            case .before(let date): file.date.map { $0 < date } ?? false
            }
        }
        // All states that some chain reaches.
        var states: Set<UInt64> = [0]
        for _ in usable {
            for file in usable {
                let range = file.name.transactions
                if states.contains(where: { $0 + 1 >= range.lowerBound && $0 < range.upperBound }) {
                    states.insert(range.upperBound)
                }
            }
        }
        let farthest = states.max() ?? 0
        do {
            let chain = try RestoreChain.choose(from: files, target)
            #expect(chain.last == farthest && farthest > 0)
            var reached: UInt64 = 0
            for range in chain.files.map(\.name.transactions) {
                #expect(range.lowerBound <= reached + 1 && range.upperBound > reached)
                reached = range.upperBound
            }
            #expect(chain.files.allSatisfy(usable.contains))
            if case .through(let transaction) = target { #expect(chain.last == transaction) }
        } catch {
            let isKnown = files.contains { $0.name.transactions.contains(farthest + 1) }
            let isBeyond = usable.contains { $0.name.transactions.lowerBound > farthest + 1 }
            switch error.code {
            case .noSnapshot: #expect(farthest == 0)
            case .missingTransaction:
                if case .through(let transaction) = target {
                    #expect(farthest < transaction && !isKnown)
                } else {
                    #expect(isBeyond && !isKnown)
                }
            case .notARestorePoint: #expect(!states.contains(farthest + 1) && isKnown)
            default: Issue.record(error)
            }
        }
    }
}
