import Foundation
import Photos
import Testing
import UIKit

/// What a client calls is what its mock overrides.
@Suite struct MockTests {
    private let asset = MockAsset(identifier: "one", size: CGSize(width: 4, height: 3))

    @Test func `a mock of an asset overrides its properties, also for code that only knows PHAsset`() {
        let asset: PHAsset = self.asset
        #expect(asset.localIdentifier == "one")
        #expect(asset.mediaSubtypes.contains(.photoLive))
        #expect(asset.pixelWidth == 4 && asset.pixelHeight == 3)
        #expect(asset.location?.coordinate.latitude == 52.5)
        #expect(asset.isFavorite && asset.isHidden && asset.hasAdjustments)
        #expect(asset.canPerform(.delete) && !asset.canPerform(.content))
        #expect(asset.value(forKey: "filename") as? String == "IMG_0001.HEIC")
        #expect(asset.value(forKey: "pixelWidth") as? Int == 4)
        #expect(asset == MockAsset(identifier: "one"))
        #expect(asset != MockAsset(identifier: "two"))
    }

    @Test func `all fetches of assets can be overridden`() {
        let source: PHAsset.Type = MockAssetSource.self
        #expect(source.fetchAssets(with: nil).firstObject?.localIdentifier == "all")
        #expect(source.fetchAssets(with: .video, options: nil).firstObject?.mediaType == .video)
        #expect(source.fetchAssets(in: MockAlbum(title: "A"), options: nil).firstObject?.localIdentifier == "album")
        #expect(source.fetchAssets(withLocalIdentifiers: ["a", "b"], options: nil).count == 2)
        #expect(source.fetchAssets(withBurstIdentifier: "c", options: nil).lastObject?.localIdentifier == "c")
        #expect(source.fetchKeyAssets(in: PHAssetCollection(), options: nil)?.count == 1)
    }

    @Test func `all fetches of collections can be overridden`() {
        let collections: PHCollection.Type = MockCollection.self
        #expect(collections.fetchTopLevelUserCollections(with: nil).firstObject?.localizedTitle == "Collection")
        #expect(collections.fetchCollections(in: MockFolder(), options: nil).count == 1)
        let albums: PHAssetCollection.Type = MockAlbum.self
        let found = [
            albums.fetchAssetCollections(with: .album, subtype: .any, options: nil),
            albums.fetchAssetCollections(withLocalIdentifiers: [], options: nil),
            albums.fetchAssetCollectionsContaining(asset, with: .album, options: nil),
            albums.fetchMoments(with: nil), albums.fetchMoments(inMomentList: MockFolder(), options: nil),
        ]
        #expect(found.allSatisfy { $0.firstObject?.assetCollectionSubtype == .smartAlbumFavorites })
        #expect(albums.transientAssetCollection(with: [asset], title: "Transient").localizedTitle == "Transient")
        let folders: PHCollectionList.Type = MockFolder.self
        let lists = [
            folders.fetchCollectionListsContaining(MockAlbum(title: "A"), options: nil),
            folders.fetchCollectionLists(withLocalIdentifiers: [], options: nil),
            folders.fetchCollectionLists(with: .folder, subtype: .any, options: nil),
            folders.fetchMomentLists(with: .momentListYear, options: nil),
            folders.fetchMomentLists(with: .any, containingMoment: MockAlbum(title: "A"), options: nil),
        ]
        #expect(lists.allSatisfy { $0.firstObject?.localizedTitle == "Folder" })
        #expect(folders.transientCollectionList(with: [], title: nil).localizedTitle == "Folder")
    }

    @Test func `a mock of a fetch result enumerates, indexes and converts through its overrides`() {
        let mock = MockFetchResult([asset, MockAsset(identifier: "two")])
        let result: PHFetchResult<PHAsset> = mock
        var found: [String] = []
        result.enumerateObjects { asset, _, _ in found.append(asset.localIdentifier) }
        result.enumerateObjects(options: .reverse) { asset, _, _ in found.append(asset.localIdentifier) }
        result.enumerateObjects(at: [1]) { asset, _, _ in found.append(asset.localIdentifier) }
        #expect(found == ["one", "two", "two", "one", "two"])
        #expect(mock.enumerationCount == 111)
        #expect(result[1].localIdentifier == "two")
        #expect(result.objects(at: [0, 1]).count == 2)
        #expect(result.enumeratedObjects.count == 2)
        #expect(result.contains(asset) && !result.contains(MockAsset(identifier: "three")))
        #expect(result.index(of: MockAsset(identifier: "two")) == 1)
        #expect(result.index(of: asset, in: NSRange(location: 1, length: 1)) == NSNotFound)
        #expect(result.countOfAssets(with: .image) == 2 && result.countOfAssets(with: .video) == 0)
        #expect(PHFetchResult<PHCollection>(MockAlbums()).firstObject?.localizedTitle == "Album")
    }

    @Test func `all members of the library can be overridden`() throws {
        let mock = MockLibrary()
        let library: PHPhotoLibrary = mock
        var isChanged = false
        var isDone = false
        library.performChanges({ isChanged = true }, completionHandler: { success, _ in isDone = success })
        #expect(isChanged && isDone)
        try library.performChangesAndWait { isChanged = false }
        #expect(!isChanged)
        mock.error = PHPhotosError(.userCancelled)
        #expect(throws: PHPhotosError.self) { try library.performChangesAndWait {} }
        let observer = SurfaceObserver()
        library.register(observer as PHPhotoLibraryChangeObserver)
        #expect(mock.observers.count == 1)
        library.unregisterChangeObserver(observer)
        #expect(mock.observers.isEmpty)
        library.register(observer as PHPhotoLibraryAvailabilityObserver)
        library.unregisterAvailabilityObserver(observer)
        #expect(
            mock.calls == [
                "performChanges", "performChangesAndWait", "performChangesAndWait", "register", "unregister",
            ])
        #expect(library.unavailabilityReason != nil)
        #expect(Array(try library.fetchPersistentChanges(since: library.currentChangeToken)).isEmpty)
        let cloud = try #require(try library.cloudIdentifierMappings(forLocalIdentifiers: ["a"])["a"]?.get())
        #expect(try library.localIdentifierMappings(for: [cloud])[cloud]?.get() == "cloud-a")
    }

    @Test func `the asynchronous methods call the overridden methods with a handler`() async throws {
        let mock = MockLibrary()
        let library: PHPhotoLibrary = mock
        try await library.performChanges {}
        #expect(mock.calls == ["performChanges"])
        mock.error = PHPhotosError(.changeNotSupported)
        await #expect(throws: PHPhotosError.self) { try await library.performChanges {} }
        let type: PHPhotoLibrary.Type = MockLibrary.self
        #expect(await type.requestAuthorization(for: .readWrite) == .limited)
        let asynchronous: PHPhotoLibrary.Type = MockAsyncLibrary.self
        #expect(await asynchronous.requestAuthorization(for: .readWrite) == .restricted)
        var isChanged = false
        try await (MockAsyncLibrary() as PHPhotoLibrary).performChanges { isChanged = true }
        #expect(isChanged)
    }

    @Test func `a mock of a change returns its own details`() throws {
        let change = MockChange()
        change.object = MockAsset(identifier: "after")
        change.result = MockFetchResult([asset])
        let details = try #require((change as PHChange).changeDetails(for: asset as PHAsset))
        #expect(details.objectBeforeChanges === asset)
        #expect(details.objectAfterChanges?.localIdentifier == "after")
        #expect(details.assetContentChanged && !details.objectWasDeleted)
        let result = try #require((change as PHChange).changeDetails(for: PHFetchResult<PHAsset>()))
        #expect(result.fetchResultBeforeChanges.count == 0 && result.fetchResultAfterChanges.count == 1)
        #expect(result.hasIncrementalChanges && result.hasMoves)
        #expect([result.removedIndexes, result.insertedIndexes, result.changedIndexes] == [[0], [1], [2]])
        var moves: [Int] = []
        result.enumerateMoves { moves += [$0, $1] }
        #expect(moves == [3, 4])
        let persistent: PHPersistentChange = MockPersistentChange()
        #expect(try persistent.changeDetails(for: .asset).updatedLocalIdentifiers == ["updated"])
    }

    @Test func `a mock of a change's untyped methods answers the typed ones`() throws {
        let change = MockRawChange()
        let (old, new) = (MockAsset(identifier: "before"), MockAsset(identifier: "after"))
        (change.before, change.after) = ([old], [new])
        let details = try #require((change as PHChange).changeDetails(for: asset as PHAsset))
        #expect(details.objectBeforeChanges === asset && details.objectAfterChanges === new)
        #expect(details.assetContentChanged && !details.objectWasDeleted)
        let fetched = MockFetchResult([old])
        let result = try #require((change as PHChange).changeDetails(for: fetched))
        #expect(result.fetchResultBeforeChanges === fetched)
        #expect(result.fetchResultAfterChanges.object(at: 0) === new)
        #expect(result.hasIncrementalChanges && result.hasMoves)
        #expect([result.removedIndexes, result.insertedIndexes, result.changedIndexes] == [[0], [1], [2]])
        var moves: [Int] = []
        result.enumerateMoves { moves += [$0, $1] }
        #expect(moves == [3, 4])
        // A subclass without overrides has no details.
        class Quiet: PHChange, @unchecked Sendable {}
        #expect(Quiet().changeDetails(for: asset as PHAsset) == nil)
        #expect(Quiet().changeDetails(for: fetched) == nil)
    }

    @Test func `a mock of an image manager answers requests`() {
        let mock = MockImageManager()
        let manager: PHImageManager = mock
        var isCalled = false
        let number = manager.requestImage(
            for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .default, options: nil
        ) { _, info in isCalled = info?[PHImageResultIsDegradedKey] as? Bool == false }
        #expect(isCalled && number == 7)
        var orientation = CGImagePropertyOrientation.up
        manager.requestImageDataAndOrientation(for: asset, options: nil) { _, _, turned, _ in orientation = turned }
        #expect(orientation == .right)
        manager.cancelImageRequest(number)
        #expect(mock.cancelled == [7])
        let caching: PHCachingImageManager = mock
        caching.startCachingImages(for: [asset], targetSize: .zero, contentMode: .aspectFit, options: nil)
        #expect(mock.cached == [asset])
        caching.stopCachingImagesForAllAssets()
        #expect(mock.cached.isEmpty)
    }

    @Test func `objects that a client creates are empty and change nothing`() {
        #expect(PHObject().localIdentifier.isEmpty && PHCollection().localizedTitle == nil)
        #expect(PHObject() != PHObject())
        #expect(MockObject() == MockObject())
        #expect(PHObjectPlaceholder().localIdentifier.isEmpty)
        let resource = PHAssetResource()
        #expect(resource.type == .photo && resource.filename == nil && resource.fileSize == 0)
        #expect(MockResource.assetResources(for: asset).first?.filename == "IMG_0001.MOV")
        #expect(PHAssetExtendedMetadata().keywords.isEmpty && MockMetadata().caption == "On the pier")
        let change = PHChange()
        #expect(change.changeDetails(for: asset) == nil)
        #expect(change.changeDetails(for: PHFetchResult<PHAsset>()) == nil)
        #expect(change.changeDetails(forContentsOf: PHCollectionList()) == nil)
        let details = PHObjectChangeDetails<PHAsset>()
        #expect(details.objectBeforeChanges.localIdentifier.isEmpty && details.objectAfterChanges == nil)
        #expect(!details.assetContentChanged && !details.objectWasDeleted)
        #expect(PHObjectChangeDetails<PHCollection>().objectBeforeChanges.localIdentifier.isEmpty)
        let results = PHFetchResultChangeDetails<PHAsset>()
        #expect(results.fetchResultBeforeChanges.count == 0 && results.fetchResultAfterChanges.count == 0)
        #expect(!results.hasIncrementalChanges && results.removedIndexes == nil && results.insertedObjects.isEmpty)
    }

    @Test func `history objects that a client creates belong to no library`() {
        #expect(PHPersistentChange().changeToken == PHPersistentChangeToken())
        let failure = #expect(throws: PHPhotosError.self) { try PHPersistentChange().changeDetails(for: .asset) }
        #expect(failure?.code == .persistentChangeDetailsUnavailable)
        #expect(PHPersistentObjectChangeDetails().insertedLocalIdentifiers.isEmpty)
        #expect(Array(PHPersistentChangeFetchResult()).isEmpty)
    }
}
