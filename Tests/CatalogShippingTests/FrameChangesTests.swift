import Testing

@testable import CatalogShipping

@Suite struct FrameChangesTests {
    private func frame(_ page: UInt32, commit: UInt32 = 0) -> WriteAheadLogFrame {
        var bytes = [UInt8](repeating: 0, count: 24)
        bytes.withUnsafeMutableBytes {
            $0.storeBytes(of: page.bigEndian, as: UInt32.self)
            $0.storeBytes(of: commit.bigEndian, toByteOffset: 4, as: UInt32.self)
        }
        return bytes.withUnsafeBytes { WriteAheadLogFrame($0) }
    }

    private func changes(from pageCount: UInt32, _ frames: [WriteAheadLogFrame]) -> FrameChanges {
        var changes = FrameChanges(pageCount: pageCount, lockPage: 7)
        for (index, frame) in frames.enumerated() { changes.add(UInt32(index), frame, checksum: UInt64(index)) }
        return changes
    }

    @Test func theNewestFrameOfEachPageCounts() {
        let changes = changes(from: 3, [frame(1), frame(2, commit: 3), frame(1, commit: 3)])
        #expect(changes.newest.mapValues(\.frame) == [1: 2, 2: 1])
        #expect(changes.commits == 2 && changes.isWhole && changes.pagesWithoutFrame.isEmpty)
    }

    @Test func pagesOfTheGrowthWithoutAFrameAreFound() {
        // Page 7 is the lock page.
        let changes = changes(from: 4, [frame(1), frame(8, commit: 9)])
        #expect(changes.pagesWithoutFrame == [5, 6, 9])
    }

    @Test func aPageThatWasCutOffAndCameBackHasNoFrame() {
        let changes = changes(from: 6, [frame(5, commit: 6), frame(1, commit: 4), frame(6), frame(1, commit: 6)])
        #expect(changes.newest.mapValues(\.frame) == [1: 3, 6: 2])
        #expect(changes.pagesWithoutFrame == [5])
    }

    @Test func anUnfinishedTransactionIsNotWhole() {
        #expect(!changes(from: 3, [frame(1, commit: 3), frame(2)]).isWhole)
    }
}
