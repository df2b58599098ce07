import AlbumenTestSupport
import Catalog
import Foundation
import Photos
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The statements with which a fetch result reads its objects.
@Suite struct FetchReadingTests {
    private static let count = 600

    private let counter = WorkCounter()
    private let fixture: PhotoKitFixture

    init() throws {
        let temporary = try StatementCount.$counter.withValue(counter) { try TemporaryLibrary() }
        fixture = PhotoKitFixture(temporary: temporary)
        try fixture.addPhotos(Self.count)
    }

    @Test func `objects in order are read in runs, forwards and backwards`() {
        fixture.run {
            let result = PHAsset.fetchAssets(with: nil)
            let forwards = statements { result.enumerateObjects { _, _, _ in } }
            let another = PHAsset.fetchAssets(with: nil)
            let backwards = statements { another.enumerateObjects(options: .reverse) { _, _, _ in } }
            let alone = statements { _ = PHAsset.fetchAssets(with: nil).object(at: 300) }
            let fetch = statements { _ = PHAsset.fetchAssets(with: nil) }
            // One object, and then up to 128 at a time.
            let reads = 1 + (Self.count - 1 + 127) / 128
            #expect(forwards == reads * (alone - fetch))
            #expect(backwards == forwards)
        }
    }

    @Test func `an object at any index is that of the enumeration`() {
        fixture.run {
            var all: [PHAsset] = []
            PHAsset.fetchAssets(with: nil).enumerateObjects { asset, _, _ in all.append(asset) }
            #expect(all.count == Self.count)
            let result = PHAsset.fetchAssets(with: nil)
            for index in [300, 301, 10, 9, 599, 0, 1, 128, 129, 130, 302, 299, 598, 300] {
                #expect(result.object(at: index) == all[index], "\(index)")
                #expect(result.object(at: index) === result.object(at: index))
            }
        }
    }

    private func statements(_ body: () -> Void) -> Int {
        let before = counter.count
        body()
        return counter.count - before
    }
}
