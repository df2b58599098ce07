import Foundation
import Records
import Testing

@testable import Catalog

/// Which previews are deleted when their budget is used up.
@Suite struct DerivativeBudgetTests {
    let temporary: TemporaryDerivatives

    init() throws {
        temporary = try TemporaryDerivatives()
    }

    @Test("the oldest previews are deleted when the budget is used up")
    func theOldestPreviewsGoWhenTheBudgetIsUsedUp() throws {
        let store = temporary.store(budgetInBytes: 300)
        for index in 1...5 { try store.store([.sample(index, length: 100)]) }
        #expect(try kept(in: store, 1...5) == [3, 4, 5])
        #expect(try store.statistics().previewBytes == 300)
        #expect(try temporary.previewFiles().count == 3)
        // Thumbnails don't count.
        #expect(try store.statistics().thumbnailCount == 5)
    }

    @Test("recently used previews are kept")
    func thoseShownLatelyStay() throws {
        let store = temporary.store(budgetInBytes: 300)
        try store.store((1...3).map { .sample($0, length: 100) })
        temporary.clock.advance(days: 2)
        _ = try store.preview(.hash(1))
        try store.store([.sample(4, length: 100)])
        #expect(try kept(in: store, 1...4) == [1, 3, 4])
    }

    @Test("no more previews than necessary are deleted")
    func noMoreGoesThanHasTo() throws {
        let store = temporary.store(budgetInBytes: 1000)
        try store.store((1...10).map { .sample($0, length: 100) })
        try store.store([.sample(11, length: 150)])
        #expect(try kept(in: store, 1...11) == Array(3...11))
    }

    @Test("a preview larger than the budget isn't stored")
    func aPreviewLargerThanTheBudgetIsNotKept() throws {
        let store = temporary.store(budgetInBytes: 99)
        try store.store([.sample(1, length: 100)])
        #expect(try store.preview(.hash(1)) == nil)
        #expect(try store.thumbnail(.hash(1)) != nil)
        #expect(try temporary.previewFiles() == [])
    }

    @Test("reading a preview on the day of its creation writes nothing")
    func readingWritesNothingOnTheDayAPreviewWasMade() throws {
        let store = temporary.store()
        try store.store((0..<40).map { .sample($0) })
        for index in 0..<40 { _ = try store.preview(.hash(index)) }
        #expect(try days(in: store) == [0])
    }

    @Test("dates of use are written in batches")
    func whenAPreviewWasUsedIsNotedTogetherWithOthers() throws {
        let store = temporary.store()
        try store.store((0..<40).map { .sample($0) })
        temporary.clock.advance(days: 3)
        for index in 0..<15 { _ = try store.preview(.hash(index)) }
        #expect(try days(in: store) == [0])
        // Pending dates are written with the next stored derivative.
        try store.store([.sample(41)])
        #expect(try days(in: store) == [0, 3])
    }

    @Test("pending dates of use are written at the end")
    func whatWasUsedIsNotedAtTheEndToo() throws {
        do {
            let store = temporary.store()
            try store.store([.sample(1)])
            temporary.clock.advance(days: 5)
            _ = try store.preview(.hash(1))
        }
        #expect(try days(in: temporary.store()) == [5])
    }

    // MARK: Parts

    private func kept(in store: DerivativeStore, _ range: ClosedRange<Int>) throws -> [Int] {
        let presence = try store.presence(of: range.map { .hash($0) })
        return range.filter { presence[.hash($0)]?.hasPreview == true }
    }

    private func days(in store: DerivativeStore) throws -> [Int] {
        try temporary.values("SELECT DISTINCT lastUsedDay FROM preview ORDER BY 1", in: store)
    }
}
