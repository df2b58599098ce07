import AlbumenTestSupport
import Foundation
import LTX

/// A database that changes at random, with the file of each transaction.
struct SampleHistory {
    let pageSize: Int
    /// The state after each transaction: its pages, the first one at 0.
    private(set) var states: [[[UInt8]]] = []
    private(set) var files: [SampleFile] = []

    init(transactions: Int, pageSize: Int = 512, using generator: inout SeededGenerator) {
        self.pageSize = pageSize
        for _ in 0..<transactions { change(using: &generator) }
    }

    private mutating func change(using generator: inout SeededGenerator) {
        var pages = states.last ?? []
        let former = pages
        let count = Int.random(in: 1...24, using: &generator)
        if pages.count > count, Bool.random(using: &generator) { pages.removeLast(pages.count - count) }
        while pages.count < count { pages.append(samplePage(pageSize, using: &generator)) }
        for _ in 0..<Int.random(in: 0...5, using: &generator) {
            pages[Int.random(in: pages.indices, using: &generator)] = samplePage(pageSize, using: &generator)
        }
        let transaction = UInt64(states.count + 1)
        var file = SampleFile(
            transaction...transaction, commit: UInt32(pages.count), pageSize: pageSize,
            milliseconds: 1_700_000_000_000 + Int64(transaction) * 1000, pages: [:])
        for (index, page) in pages.enumerated() where index >= former.count || former[index] != page {
            file.pages[UInt32(index + 1)] = page
        }
        states.append(pages)
        files.append(file)
    }

    /// The database file after a transaction.
    func database(after transaction: Int) -> Data { Data(states[transaction - 1].joined()) }

    /// Merges the files of transactions.
    func merged(_ transactions: ClosedRange<Int>) throws -> SampleFile {
        try Self.merge(transactions.map { files[$0 - 1] })
    }

    static func merge(_ files: [SampleFile]) throws -> SampleFile {
        var bytes: [UInt8] = []
        let (header, summary) = try LTXMerge.merge(files.map { try $0.reader() }, name: "a merged file") {
            bytes.append(contentsOf: $0)
        }
        let file = try SampleFile(reading: bytes)
        guard file.header == header, summary.pages == file.pages.count, summary.size == bytes.count else {
            throw LTXError(.wrongIndex, "The summary of a merge is wrong.")
        }
        return file
    }
}
