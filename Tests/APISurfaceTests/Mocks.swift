import Photos
import UIKit

// Mocks as tests of PhotoKit clients write them: no closure is marked `@Sendable`. A test also compiles this file in
// the Swift 6 language mode.

final class MockAsset: PHAsset, @unchecked Sendable {
    private let identifier: String
    private let type: PHAssetMediaType
    private let size: CGSize
    private let date: Date?

    init(
        identifier: String = UUID().uuidString, type: PHAssetMediaType = .image,
        size: CGSize = CGSize(width: 4032, height: 3024), date: Date? = nil
    ) {
        self.identifier = identifier
        self.type = type
        self.size = size
        self.date = date
        super.init()
    }

    override var localIdentifier: String { identifier }
    override var mediaType: PHAssetMediaType { type }
    override var mediaSubtypes: PHAssetMediaSubtype { [.photoLive, .photoHDR] }
    override var playbackStyle: PHAsset.PlaybackStyle { .livePhoto }
    override var pixelWidth: Int { Int(size.width) }
    override var pixelHeight: Int { Int(size.height) }
    override var creationDate: Date? { date }
    override var modificationDate: Date? { date }
    override var location: CLLocation? { CLLocation(latitude: 52.5, longitude: 13.4) }
    override var duration: TimeInterval { type == .video ? 12 : 0 }
    override var isFavorite: Bool { true }
    override var isHidden: Bool { true }
    override var burstIdentifier: String? { "burst" }
    override var representsBurst: Bool { true }
    override var sourceType: PHAssetSourceType { .typeUserLibrary }
    override var hasAdjustments: Bool { true }
    override func canPerform(_ editOperation: PHAssetEditOperation) -> Bool { editOperation == .delete }
    override func value(forKey key: String) -> Any? {
        key == "filename" ? "IMG_0001.HEIC" : super.value(forKey: key)
    }
}

/// Fetches of assets that need no library.
class MockAssetSource: PHAsset, @unchecked Sendable {
    override class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        MockFetchResult([MockAsset(identifier: "all")])
    }
    override class func fetchAssets(
        with mediaType: PHAssetMediaType, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        MockFetchResult([MockAsset(identifier: "type", type: mediaType)])
    }
    override class func fetchAssets(
        in assetCollection: PHAssetCollection, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        MockFetchResult([MockAsset(identifier: assetCollection.localIdentifier)])
    }
    override class func fetchAssets(
        withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        MockFetchResult(identifiers.map { MockAsset(identifier: $0) })
    }
    override class func fetchAssets(
        withBurstIdentifier burstIdentifier: String, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        MockFetchResult([MockAsset(identifier: burstIdentifier)])
    }
    override class func fetchKeyAssets(
        in assetCollection: PHAssetCollection, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset>? {
        MockFetchResult([MockAsset(identifier: "key")])
    }
}

class MockFetchResult: PHFetchResult<PHAsset>, @unchecked Sendable {
    private let assets: [PHAsset]
    var enumerationCount = 0

    init(_ assets: [PHAsset]) {
        self.assets = assets
        super.init()
    }

    override var count: Int { assets.count }
    override func object(at index: Int) -> PHAsset { assets[index] }
    override func enumerateObjects(_ block: @escaping (PHAsset, Int, UnsafeMutablePointer<ObjCBool>) -> Void) {
        enumerationCount += 1
        super.enumerateObjects(block)
    }
    override func enumerateObjects(
        options opts: NSEnumerationOptions = [],
        using block: @escaping (PHAsset, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        enumerationCount += 10
        super.enumerateObjects(options: opts, using: block)
    }
    override func enumerateObjects(
        at s: IndexSet, options opts: NSEnumerationOptions = [],
        using block: @escaping (PHAsset, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        enumerationCount += 100
        super.enumerateObjects(at: s, options: opts, using: block)
    }
}

class MockCollection: PHCollection, @unchecked Sendable {
    override var localizedTitle: String? { "Collection" }
    override class func fetchCollections(
        in collectionList: PHCollectionList, options: PHFetchOptions?
    ) -> PHFetchResult<PHCollection> { MockCollections() }
    override class func fetchTopLevelUserCollections(with options: PHFetchOptions?) -> PHFetchResult<PHCollection> {
        MockCollections()
    }
}

class MockCollections: PHFetchResult<PHCollection>, @unchecked Sendable {
    override var count: Int { 1 }
    override func object(at index: Int) -> PHCollection { MockCollection() }
}

class MockAlbum: PHAssetCollection, @unchecked Sendable {
    let title: String

    init(title: String) {
        self.title = title
        super.init()
    }

    override var localIdentifier: String { "album" }
    override var localizedTitle: String? { title }
    override var assetCollectionType: PHAssetCollectionType { .smartAlbum }
    override var assetCollectionSubtype: PHAssetCollectionSubtype { .smartAlbumFavorites }
    override var estimatedAssetCount: Int { 3 }
    override class func fetchAssetCollections(
        with type: PHAssetCollectionType, subtype: PHAssetCollectionSubtype, options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> { MockAlbums() }
    override class func fetchAssetCollections(
        withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> { MockAlbums() }
    override class func fetchAssetCollectionsContaining(
        _ asset: PHAsset, with type: PHAssetCollectionType, options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> { MockAlbums() }
    override class func fetchMoments(with options: PHFetchOptions?) -> PHFetchResult<PHAssetCollection> { MockAlbums() }
    override class func fetchMoments(
        inMomentList momentList: PHCollectionList, options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> { MockAlbums() }
    override class func transientAssetCollection(with assets: [PHAsset], title: String?) -> PHAssetCollection {
        MockAlbum(title: title ?? "")
    }
    override class func transientAssetCollection(
        withAssetFetchResult fetchResult: PHFetchResult<PHAsset>, title: String?
    ) -> PHAssetCollection { MockAlbum(title: title ?? "") }
}

class MockAlbums: PHFetchResult<PHAssetCollection>, @unchecked Sendable {
    override var count: Int { 1 }
    override func object(at index: Int) -> PHAssetCollection { MockAlbum(title: "Album") }
}

class MockFolder: PHCollectionList, @unchecked Sendable {
    override var localizedTitle: String? { "Folder" }
    override class func fetchCollectionListsContaining(
        _ collection: PHCollection, options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> { MockFolders() }
    override class func fetchCollectionLists(
        withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> { MockFolders() }
    override class func fetchCollectionLists(
        with collectionListType: PHCollectionListType, subtype: PHCollectionListSubtype, options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> { MockFolders() }
    override class func fetchMomentLists(
        with momentListSubtype: PHCollectionListSubtype, containingMoment moment: PHAssetCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> { MockFolders() }
    override class func fetchMomentLists(
        with momentListSubtype: PHCollectionListSubtype, options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> { MockFolders() }
    override class func transientCollectionList(
        with collections: [PHCollection], title: String?
    ) -> PHCollectionList { MockFolder() }
    override class func transientCollectionList(
        withCollectionsFetchResult fetchResult: PHFetchResult<PHCollection>, title: String?
    ) -> PHCollectionList { MockFolder() }
}

class MockFolders: PHFetchResult<PHCollectionList>, @unchecked Sendable {
    override var count: Int { 1 }
    override func object(at index: Int) -> PHCollectionList { MockFolder() }
}

class MockPlaceholder: PHObjectPlaceholder, @unchecked Sendable {
    override var localIdentifier: String { "placeholder" }
}

/// An object of a class that PhotoKit doesn't have.
class MockObject: PHObject, @unchecked Sendable {
    override var localIdentifier: String { "object" }
}

class MockResource: PHAssetResource {
    override var filename: String? { "IMG_0001.MOV" }
    override var type: PHAssetResourceType { .pairedVideo }
    override var uniformTypeIdentifier: String { "com.apple.quicktime-movie" }
    override class func assetResources(for asset: PHAsset) -> [PHAssetResource] { [MockResource()] }
}

class MockMetadata: PHAssetExtendedMetadata, @unchecked Sendable {
    override var caption: String? { "On the pier" }
}
