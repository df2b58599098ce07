import AlbumenTestSupport
import Catalog
import Foundation
import Photos
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// `prefetchAssetExtendedMetadata` (OS 27).
@Suite struct ExtendedMetadataFetchTests {
    private static let count = 300

    private let counter = WorkCounter()
    private let fixture: PhotoKitFixture
    private let identifiers: [String]

    init() throws {
        let temporary = try StatementCount.$counter.withValue(counter) { try TemporaryLibrary() }
        let fixture = PhotoKitFixture(temporary: temporary)
        identifiers = try fixture.addPhotos(Self.count)
        let assets = fixture.assets()
        try fixture.change {
            for asset in assets.prefix(Self.count / 2) {
                let request = PHAssetChangeRequest(for: asset)
                request.caption = "Caption of \(asset.localIdentifier)"
                request.addKeyword("Lisbon")
            }
        }
        self.fixture = fixture
    }

    private func options(_ prefetches: Bool) -> PHFetchOptions {
        let options = PHFetchOptions()
        options.prefetchAssetExtendedMetadata = prefetches
        return options
    }

    private func statements(_ body: () -> Void) -> Int {
        let before = counter.count
        body()
        return counter.count - before
    }

    private func described(_ result: PHFetchResult<PHAsset>) -> [String] {
        result.all.map {
            let metadata = $0.extendedMetadata
            return "\(metadata.caption ?? "-") \(metadata.originalFilename ?? "-") \(metadata.keywords) \($0.rating)"
        }
    }

    @Test func `prefetchAssetExtendedMetadata: results are equal, with two statements for a run of assets`() {
        fixture.run {
            #expect(!PHFetchOptions().prefetchAssetExtendedMetadata)
            #expect((options(true).copy() as? PHFetchOptions)?.prefetchAssetExtendedMetadata == true)
            let result = PHAsset.fetchAssets(with: options(true))
            let runs = 1 + (Self.count - 1 + 127) / 128
            let plain = statements { PHAsset.fetchAssets(with: options(false)).enumerateObjects { _, _, _ in } }
            let whole = statements { PHAsset.fetchAssets(with: options(true)).enumerateObjects { _, _, _ in } }
            #expect(whole - plain == 2 * runs)
            result.enumerateObjects { _, _, _ in }
            #expect(statements { _ = described(result) } == 0)
            #expect(described(result) == described(PHAsset.fetchAssets(with: options(false))))
        }
    }

    @Test func `prefetchAssetExtendedMetadata: a result after a change also reads it, in the new state`() throws {
        try fixture.run {
            let result = PHAsset.fetchAssets(with: options(true))
            result.enumerateObjects { _, _, _ in }
            let start = PHPhotoLibrary.shared()
            let listener = ChangeListener()
            start.register(listener)
            try start.performChangesAndWait { PHAssetChangeRequest(for: result[0]).caption = "Later" }
            let change = try #require(listener.next())
            let after = try #require(change.changeDetails(for: result)).fetchResultAfterChanges
            after.enumerateObjects { _, _, _ in }
            #expect(statements { _ = described(after) } == 0)
            #expect(after[0].extendedMetadata.caption == "Later")
            #expect(result[0].extendedMetadata.caption == "Caption of \(identifiers[0])")
        }
    }

    @Test func `prefetchAssetExtendedMetadata: an app reads nothing more of assets that it may no longer see`() throws {
        let library = fixture.temporary.library
        try library.setGrantedStatus(.authorized, client: "test", accessLevel: .readWrite)
        try fixture.run(access: nil) {
            let (early, late) = (PHAsset.fetchAssets(with: options(true)), PHAsset.fetchAssets(with: options(true)))
            let seen = early[0]
            try library.setGrantedStatus(.limited, client: "test", accessLevel: .readWrite)
            try fixture.grant(early[1])
            #expect(seen.extendedMetadata.caption != nil, "It was read before.")
            #expect(late[0].extendedMetadata.caption == nil)
            #expect(late[0].extendedMetadata.originalFilename == nil)
            #expect(late[1].extendedMetadata.caption != nil)
            try library.setGrantedStatus(.denied, client: "test", accessLevel: .readWrite)
            #expect(late[2].extendedMetadata.caption == nil && late[2].extendedMetadata.keywords.isEmpty)
        }
    }

    @Test func `prefetchAssetExtendedMetadata: fetches of collections ignore it`() {
        fixture.run {
            let albums = PHAssetCollection.fetchAssetCollections(
                with: .smartAlbum, subtype: .any, options: options(true))
            #expect(albums.count > 5)
        }
    }
}
