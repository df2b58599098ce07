import AlbumenTestSupport
import Catalog
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// An asset that was purged after its fetch still has the values of its tombstone.
@Suite struct PurgedAssetTests {
    @Test("a purged asset's row is its tombstone")
    func aPurgedRowIsItsTombstone() throws {
        let temporary = try TemporaryLibrary()
        let outcomes = try temporary.add([
            .image("a.jpg") {
                $0.captureDate = .init(secondsSinceReferenceDate: 7, utcOffsetInSeconds: 0, source: .exifOriginal)
            }, .video("b.mov"), .image("c.jpg"),
        ])
        let uuids = outcomes.compactMap(\.assetUUID)
        let rows = try temporary.library.catalog.read { try $0.assetIdentifiers(uuids: uuids) }
        let before = try temporary.library.owner.assets(withIdentifiers: rows.values)
        for uuid in uuids.prefix(2) {
            try temporary.commit(.trash(assetUUID: uuid))
            try temporary.commit(.purge(assetUUID: uuid))
        }
        let after = try temporary.library.owner.assets(withIdentifiers: Array(rows.values) + [999])
        #expect(after.count == 3)
        for (row, old) in before {
            let new = try #require(after[row])
            #expect(new.id == old.id)
            #expect(new.uuid == old.uuid)
            #expect(new.mediaType == old.mediaType)
            #expect(new.playbackStyle == old.playbackStyle)
            #expect(new.pixelWidth == old.pixelWidth)
            #expect(new.pixelHeight == old.pixelHeight)
            #expect(new.creationDate == old.creationDate)
            #expect(new.addedDate == old.addedDate)
            #expect(new.isShown == (old.uuid == uuids[2]))
        }
    }
}
