import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// The derivatives beside the catalog.
@Suite struct DerivativeStoreTests {
    let temporary: TemporaryDerivatives

    init() throws {
        temporary = try TemporaryDerivatives()
    }

    @Test("stored derivatives can be read")
    func whatWasStoredIsReadBack() throws {
        let store = temporary.store()
        try store.store([.sample(1), .sample(2, isPNG: true), .sample(3, hasPreview: false)])
        for index in 1...3 {
            #expect(try store.thumbnail(.hash(index)) == DerivativeRecord.sample(index).thumbnail)
        }
        #expect(try store.preview(.hash(1)) == DerivativeRecord.sample(1).preview?.bytes)
        #expect(try store.preview(.hash(2)) == DerivativeRecord.sample(2).preview?.bytes)
        #expect(try store.preview(.hash(3)) == nil)
        #expect(try store.thumbnail(.hash(4)) == nil)
        #expect(
            try temporary.previewFiles() == [
                "01/\(BlobDigest.hash(1).hexadecimal)-1.jpg", "02/\(BlobDigest.hash(2).hexadecimal)-1.png",
            ])
    }

    @Test("one read returns the thumbnail and whether a preview may exist")
    func oneLookTellsTheThumbnailAndWhetherThereMayBeAPreview() throws {
        let store = temporary.store()
        try store.store([.sample(1), .sample(2, hasPreview: false)])
        let (first, second, third) = try (
            store.thumbnailOrPreview(.hash(1)), store.thumbnailOrPreview(.hash(2)), store.thumbnailOrPreview(.hash(3))
        )
        #expect(first.thumbnail == DerivativeRecord.sample(1).thumbnail)
        #expect(first.mayHavePreview)
        #expect(second.thumbnail == DerivativeRecord.sample(2).thumbnail)
        #expect(!second.mayHavePreview)
        #expect(third.thumbnail == nil)
        #expect(!third.mayHavePreview)
    }

    @Test("files are created when they are first needed")
    func nothingIsMadeBeforeItIsNeeded() throws {
        let store = temporary.store()
        #expect(try temporary.names() == [])
        #expect(try store.thumbnail(.hash(1)) == nil)
        #expect(try temporary.names().contains("derivatives.sqlite"))
        #expect(try !temporary.names().contains("previews"))
    }

    @Test("a small picture's thumbnail also serves as its preview")
    func aSmallPicturesThumbnailStandsForItsPreview() throws {
        let store = temporary.store()
        try store.store([.sample(1), .sample(2, hasPreview: false)])
        #expect(try store.thumbnail(.hash(1), wholeOnly: true) == nil)
        #expect(try store.thumbnail(.hash(2), wholeOnly: true) != nil)
        let presence = try store.presence(of: [.hash(1), .hash(2), .hash(3)])
        #expect(presence.count == 2)
        #expect(presence.values.allSatisfy { $0.hasThumbnail && $0.hasPreview })
    }

    @Test("an original that serves as the preview counts as one")
    func sufficientOriginal() throws {
        let store = temporary.store()
        var record = DerivativeRecord.sample(1, hasPreview: false)
        record.usesOriginal = true
        try store.store([record, .sample(2)])
        #expect(try store.usesOriginal(.hash(1)))
        #expect(try !store.usesOriginal(.hash(2)))
        #expect(try store.thumbnail(.hash(1), wholeOnly: true) == nil, "The thumbnail has fewer pixels.")
        #expect(try store.preview(.hash(1)) == nil)
        #expect(try store.presence(of: [.hash(1)])[.hash(1)]?.hasPreview == true)
        #expect(try store.statistics().previewCount == 1)
        // Another method may need a preview.
        let later = temporary.store(recipes: DerivativeRecipes(thumbnail: 1, preview: 2))
        #expect(try later.presence(of: [.hash(1)])[.hash(1)]?.hasPreview == false)
        #expect(try !later.usesOriginal(.hash(1)))
    }

    @Test("a removed or replaced derivative no longer uses the original", arguments: 0..<3)
    func formerSufficientOriginal(way: Int) throws {
        let store = temporary.store()
        var record = DerivativeRecord.sample(1, hasPreview: false)
        record.usesOriginal = true
        try store.store([record])
        switch way {
        case 0: try store.remove(.hash(1))
        case 1: try store.removeAll()
        default: try store.store([.sample(1)])
        }
        #expect(try !store.usesOriginal(.hash(1)))
        #expect(try (store.presence(of: [.hash(1)])[.hash(1)]?.hasPreview ?? false) == (way == 2))
    }

    @Test("another process reads the stored derivatives")
    func anotherProcessSeesWhatWasStored() throws {
        try temporary.store().store([.sample(1)])
        let other = temporary.store()
        #expect(try other.thumbnail(.hash(1)) != nil)
        #expect(try other.preview(.hash(1)) != nil)
    }

    @Test("storing again replaces derivatives")
    func storingAgainReplaces() throws {
        let store = temporary.store()
        try store.store([.sample(1)])
        try store.store([.sample(1, isPNG: true, length: 77)])
        #expect(try store.preview(.hash(1))?.count == 77)
        #expect(try temporary.previewFiles() == ["01/\(BlobDigest.hash(1).hexadecimal)-1.png"])
        try store.store([.sample(1, hasPreview: false)])
        #expect(try store.preview(.hash(1)) == nil)
        #expect(try temporary.previewFiles() == [])
        #expect(try store.statistics().thumbnailCount == 1)
    }

    @Test("another recipe finds nothing and replaces existing derivatives")
    func anotherRecipeFindsNothingAndReplacesWhatThereWas() throws {
        try temporary.store().store([.sample(1)])
        let store = temporary.store(recipes: DerivativeRecipes(thumbnail: 2, preview: 2))
        #expect(try store.thumbnail(.hash(1)) == nil)
        #expect(try store.preview(.hash(1)) == nil)
        #expect(try store.presence(of: [.hash(1)]).isEmpty)
        try store.store([.sample(1)])
        #expect(try temporary.previewFiles() == ["01/\(BlobDigest.hash(1).hexadecimal)-2.jpg"])
        let statistics = try store.statistics()
        #expect(statistics.thumbnailCount == 1)
        #expect(statistics.previewCount == 1)
    }

    @Test("the totals include each added and removed derivative")
    func theTotalsFollowWhatComesAndGoes() throws {
        let store = temporary.store()
        #expect(try store.statistics() == DerivativeStatistics())
        try store.store([.sample(1, length: 100), .sample(2, length: 50), .sample(3, hasPreview: false)])
        var expected = DerivativeStatistics()
        expected.thumbnailCount = 3
        expected.thumbnailBytes = Int64(3 * DerivativeRecord.sample(1).thumbnail.count)
        expected.previewCount = 2
        expected.previewBytes = 150
        #expect(try store.statistics() == expected)
        try store.remove(.hash(1))
        try store.removeThumbnail(.hash(2))
        try store.removePreview(.hash(9))
        expected.thumbnailCount = 1
        expected.thumbnailBytes /= 3
        expected.previewCount = 1
        expected.previewBytes = 50
        #expect(try store.statistics() == expected)
        try store.removeAll()
        #expect(try store.statistics() == DerivativeStatistics())
        #expect(try !temporary.names().contains { $0.hasPrefix("previews") })
        try store.store([.sample(1)])
        #expect(try store.preview(.hash(1)) != nil)
    }

    @Test("several processes can store at the same time")
    func severalProcessesStoreAtOnce() throws {
        DispatchQueue.concurrentPerform(iterations: 8) { index in
            let store = temporary.store()
            #expect(throws: Never.self) {
                for step in 0..<5 { try store.store([.sample(index * 5 + step), .sample(200)]) }
            }
        }
        let store = temporary.store()
        #expect(try store.statistics().thumbnailCount == 41)
        #expect(try store.statistics().previewCount == 41)
        #expect(try temporary.previewFiles().count == 41)
        for index in 0..<40 { #expect(try store.preview(.hash(index)) != nil) }
    }

    @Test("deleted bytes aren't overwritten")
    func deletedBytesAreNotOverwritten() throws {
        let store = temporary.store()
        let value = try store.read { try Int.fetchOne($0, sql: "PRAGMA secure_delete") }
        #expect(value == .some(0))
    }
}
