import CatalogShipping
import Foundation
import Testing

/// A replica in memory. It stages changes, and applies those that count as shipped.
final class ModelReplica {
    struct Change {
        var pageSize: Int
        var commit: UInt32
        var isSnapshot: Bool
        var pages: [UInt32: [UInt8]]
    }

    struct StagingFailure: Error {}

    private(set) var transaction: UInt64 = 0
    private(set) var pageSize = 0
    private(set) var commit: UInt32 = 0
    private(set) var pages: [UInt32: [UInt8]] = [:]
    private(set) var databaseChecksum: UInt64 = 0
    var staged: [UInt64: Change] = [:]
    private(set) var lastLogPart: ShippedPages.LogPart?

    /// Makes staging fail: before a page is read, after some, or after the change is staged.
    var failure: (() -> FailurePoint?)?

    enum FailurePoint: CaseIterable {
        case before, within, after
    }

    func stage(_ shipped: ShippedPages) throws {
        let point = failure?()
        if point == .before { throw StagingFailure() }
        #expect(shipped.transaction > transaction)
        staged[shipped.transaction] = try Self.change(shipped, failing: point == .within)
        lastLogPart = shipped.logPart
        databaseChecksum = shipped.databaseChecksum
        if point == .after { throw StagingFailure() }
    }

    static func change(_ shipped: ShippedPages, failing: Bool = false) throws -> Change {
        var pages: [UInt32: [UInt8]] = [:]
        var previous: UInt32 = 0
        let lockPage = UInt32(0x4000_0000 / shipped.pageSize + 1)
        try shipped.forEachPage { number, bytes in
            #expect(number > previous && number <= shipped.commit && number != lockPage)
            #expect(bytes.count == shipped.pageSize)
            previous = number
            pages[number] = Array(bytes)
            if failing, pages.count > 1 { throw StagingFailure() }
        }
        #expect(pages.count == shipped.count)
        if shipped.isSnapshot { #expect(pages.count == Int(shipped.commit) - (shipped.commit >= lockPage ? 1 : 0)) }
        return Change(
            pageSize: shipped.pageSize, commit: shipped.commit, isSnapshot: shipped.isSnapshot, pages: pages)
    }

    /// Applies the staged changes up to a transaction, and drops later ones, as after a restart.
    func apply(through last: UInt64) {
        for number in staged.keys.sorted() where number <= last {
            guard let change = staged[number], number > transaction else { continue }
            if change.isSnapshot { pages = [:] } else { #expect(number == transaction + 1) }
            pages.merge(change.pages) { $1 }
            pages = pages.filter { $0.key <= change.commit }
            (commit, pageSize, transaction) = (change.commit, change.pageSize, number)
        }
        staged = [:]
    }

    /// The database's file.
    var contents: [UInt8] { Self.contents(pages, commit: commit, pageSize: pageSize) }

    static func contents(_ pages: [UInt32: [UInt8]], commit: UInt32, pageSize: Int) -> [UInt8] {
        var contents: [UInt8] = []
        contents.reserveCapacity(Int(commit) * pageSize)
        for number in 0..<commit { contents += pages[number + 1] ?? [UInt8](repeating: 0, count: pageSize) }
        return contents
    }
}
