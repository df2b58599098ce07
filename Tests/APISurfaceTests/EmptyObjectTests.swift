import Photos
import Testing
import UIKit

/// What PhotoKit's objects do that a client makes itself, without a library.
@Suite struct EmptyObjectTests {
    @Test func `an empty fetch result contains nothing`() {
        let result = PHFetchResult<PHAsset>()
        #expect(result.count == 0)
        #expect(result.firstObject == nil)
        #expect(result.lastObject == nil)
        #expect(result.objects(at: IndexSet()).isEmpty)
        #expect(result.index(of: PHAsset()) == NSNotFound)
        #expect(!result.contains(PHAsset()))
        #expect(result.countOfAssets(with: .image) == 0)
        #expect(result.copy() as? PHFetchResult<PHAsset> === result)
        result.enumerateObjects { _, _, _ in Issue.record("There is nothing to call with.") }
    }

    @Test func `an empty asset has no values`() {
        let asset = PHAsset()
        #expect(asset.localIdentifier.isEmpty)
        #expect(asset.mediaType == .unknown)
        #expect(asset.mediaSubtypes == [])
        #expect(asset.creationDate == nil)
        #expect(asset.location == nil)
        #expect(asset.pixelWidth == 0)
        #expect(PHAssetResource.assetResources(for: asset).isEmpty)
        #expect(asset.rating == .unset)
        #expect(asset.originalResourceChoice == .compressed)
        #expect(!asset.hasAdjustments)
        #expect(asset.adjustmentsState == .none)
        #expect(asset.extendedMetadata.keywords.isEmpty)
        #expect(!asset.canPerform(.delete))
    }

    @Test func `an empty collection has no values and allows no operation`() {
        for collection in [PHAssetCollection(), PHCollectionList()] {
            #expect(collection.localIdentifier.isEmpty)
            #expect(collection.localizedTitle == nil)
            #expect(!collection.canPerform(.addContent))
        }
        #expect(PHAssetCollection().estimatedAssetCount == 0)
        #expect(PHCollectionList().collectionListType == .folder)
    }

    @Test func `objects are hashable and only equal their copies`() {
        let (one, other) = (PHAsset(), PHAsset())
        #expect(one != other)
        #expect(one == one.copy() as? PHAsset)
        #expect(Set([one, other, one]).count == 2)
        #expect([one: 1, other: 2][one] == 1)
        let cache = NSCache<PHAsset, NSString>()
        cache.setObject("kept", forKey: one)
        #expect(cache.object(forKey: one) == "kept")
        #expect(cache.object(forKey: other) == nil)
    }

    @Test func `a number from key-value coding casts to the types that clients use`() {
        let value = PHAssetCollection().value(forKey: "assetCollectionSubtype")
        #expect(value as? Int == 2)
        #expect(value as? Int64 == 2)
        #expect(value as? UInt64 == 2)
        #expect(value as? CLong == 2)
        #expect(value as? CGFloat == 2)
        #expect(value as? Double == 2)
        #expect((value as? NSNumber)?.intValue == 2)
        #expect(value as? String == nil)
        #expect(PHAsset().value(forKey: "isFavorite") as? Bool == false)
        #expect(PHAsset().value(forKey: "creationDate") as? Date == nil)
        #expect(PHAsset().value(forKey: "filename") as? String == nil)
    }

    @Test func `a copy of fetch options has the same values and is independent`() throws {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "mediaType = %d", PHAssetMediaType.image.rawValue)
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        options.includeHiddenAssets = true
        options.includeAllBurstAssets = true
        options.includeAssetSourceTypes = .typeUserLibrary
        options.fetchLimit = 3
        let copy = try #require(options.copy() as? PHFetchOptions)
        options.fetchLimit = 4
        #expect(copy !== options)
        #expect(copy.predicate === options.predicate)
        #expect(copy.sortDescriptors?.count == 1)
        #expect(copy.includeHiddenAssets)
        #expect(copy.includeAllBurstAssets)
        #expect(copy.includeAssetSourceTypes == .typeUserLibrary)
        #expect(copy.fetchLimit == 3)
    }

    @Test func `subclasses of fetch results enumerate through their overrides`() {
        var indexes: [Int] = []
        StandInFetchResult().enumerateObjects { _, index, stop in
            indexes.append(index)
            stop.pointee = true
        }
        #expect(indexes == [0])
        #expect(StandInAsset(size: CGSize(width: 4, height: 3)).pixelWidth == 4)
        #expect(StandInAlbum().localizedTitle == "Stand-in")
    }
}
