import AlbumenTestSupport
import Catalog
import Foundation
import Photos
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// A fetch compiles its predicate once, however often its result is read, observed and updated.
@Suite struct PredicateCompilationTests {
    private let fixture: PhotoKitFixture

    init() throws {
        fixture = try PhotoKitFixture()
        try fixture.addPhotos(3)
    }

    private static func options(_ format: String) -> PHFetchOptions {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: format)
        return options
    }

    /// Counts the compilations of a fetch, of reading its result, and of the details of changes.
    ///
    /// - Parameter change: Changes the result and returns the change that an observer receives.
    private func compilations<Object: PHObject>(
        _ fetch: () -> PHFetchResult<Object>, change: (_ number: Int) throws -> PHChange
    ) throws -> Int {
        let counter = WorkCounter()
        try PredicateCompilation.$counter.withValue(counter) {
            var result = fetch()
            for number in 0..<2 {
                _ = result.all
                let details = try #require(try change(number).changeDetails(for: result))
                result = details.fetchResultAfterChanges
            }
        }
        return counter.count
    }

    private func change(_ block: @escaping () -> Void) throws -> PHChange {
        let listener = ChangeListener()
        PHPhotoLibrary.shared().register(listener)
        defer { PHPhotoLibrary.shared().unregisterChangeObserver(listener) }
        try PHPhotoLibrary.shared().performChangesAndWait(block)
        return try #require(listener.next())
    }

    @Test("a fetch of assets, its result and the details of two changes compile the predicate once")
    func assets() throws {
        try fixture.run {
            let assets = PHAsset.fetchAssets(with: nil).all
            let count = try compilations {
                PHAsset.fetchAssets(with: Self.options("isFavorite == NO AND mediaType IN {1, 2}"))
            } change: { number in
                try change { PHAssetChangeRequest(for: assets[number]).isFavorite = true }
            }
            #expect(count == 1)
        }
    }

    @Test("a fetch of albums, its result and the details of two changes compile the predicate once")
    func albums() throws {
        let album = try fixture.makeAlbum("Trip 0")
        try fixture.run {
            let count = try compilations {
                PHAssetCollection.fetchAssetCollections(
                    with: .album, subtype: .any, options: Self.options("title BEGINSWITH 'Trip' AND startDate == nil"))
            } change: { number in
                try change { PHAssetCollectionChangeRequest(for: album)?.title = "Trip \(number + 1)" }
            }
            #expect(count == 1)
        }
    }

    @Test("members of an album and lists compile it once, and without a predicate there is nothing to compile")
    func others() throws {
        let album = try fixture.makeAlbum("Trip", fixture.assets())
        try fixture.makeFolder("Folder")
        func count(_ body: () -> Int) -> Int {
            let counter = WorkCounter()
            let found = PredicateCompilation.$counter.withValue(counter) { fixture.run(body) }
            #expect(found > 0)
            return counter.count
        }
        #expect(count { PHAsset.fetchAssets(in: album, options: Self.options("mediaType == 1")).count } == 1)
        #expect(count { PHAsset.fetchAssets(with: .image, options: Self.options("isHidden == NO")).count } == 1)
        #expect(count { PHCollection.fetchTopLevelUserCollections(with: Self.options("title != nil")).count } == 1)
        #expect(count { PHAsset.fetchAssets(with: nil).count } == 0)
        #expect(count { PHCollection.fetchTopLevelUserCollections(with: nil).count } == 0)
    }
}
