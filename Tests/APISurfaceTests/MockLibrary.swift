import Photos
import UIKit

/// A library that runs change blocks at once, and notes its calls.
class MockLibrary: PHPhotoLibrary, @unchecked Sendable {
    nonisolated(unsafe) static var status = PHAuthorizationStatus.notDetermined
    var calls: [String] = []
    var error: Error?
    var observers: [PHPhotoLibraryChangeObserver] = []

    override class func shared() -> PHPhotoLibrary { MockLibrary() }
    override class func authorizationStatus() -> PHAuthorizationStatus { status }
    override class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus { status }
    override class func requestAuthorization(_ handler: @escaping (PHAuthorizationStatus) -> Void) {
        status = .authorized
        handler(status)
    }
    override class func requestAuthorization(
        for accessLevel: PHAccessLevel, handler: @escaping (PHAuthorizationStatus) -> Void
    ) {
        status = .limited
        handler(status)
    }

    override func performChanges(
        _ changeBlock: @escaping () -> Void, completionHandler: ((Bool, Error?) -> Void)? = nil
    ) {
        calls.append("performChanges")
        changeBlock()
        completionHandler?(error == nil, error)
    }
    override func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws {
        calls.append("performChangesAndWait")
        if let error = error { throw error }
        changeBlock()
    }

    override func register(_ observer: PHPhotoLibraryChangeObserver) { observers.append(observer) }
    override func unregisterChangeObserver(_ observer: PHPhotoLibraryChangeObserver) {
        observers.removeAll { $0 === observer }
    }
    override func register(_ observer: PHPhotoLibraryAvailabilityObserver) { calls.append("register") }
    override func unregisterAvailabilityObserver(_ observer: PHPhotoLibraryAvailabilityObserver) {
        calls.append("unregister")
    }
    override var unavailabilityReason: Error? { error }

    override var currentChangeToken: PHPersistentChangeToken { PHPersistentChangeToken() }
    override func fetchPersistentChanges(
        since token: PHPersistentChangeToken
    ) throws -> PHPersistentChangeFetchResult { MockPersistentChanges() }
    override func cloudIdentifierMappings(
        forLocalIdentifiers localIdentifiers: [String]
    ) -> [String: Result<PHCloudIdentifier, Error>] {
        Dictionary(
            uniqueKeysWithValues: localIdentifiers.compactMap { local in
                PHCloudIdentifier(archivalStringValue: "cloud-\(local)").map { (local, .success($0)) }
            }
        )
    }
    override func localIdentifierMappings(
        for cloudIdentifiers: [PHCloudIdentifier]
    ) -> [PHCloudIdentifier: Result<String, Error>] {
        Dictionary(uniqueKeysWithValues: cloudIdentifiers.map { ($0, .success($0.archivalStringValue)) })
    }
}

/// Overrides the asynchronous forms.
class MockAsyncLibrary: PHPhotoLibrary, @unchecked Sendable {
    override class func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus {
        .restricted
    }
    override func performChanges(_ changeBlock: @escaping () -> Void) async throws {
        changeBlock()
    }
}

class MockChange: PHChange, @unchecked Sendable {
    var object: PHObject?
    var result: AnyObject?

    override func changeDetails<T>(for object: T) -> PHObjectChangeDetails<T>? where T: PHObject {
        MockObjectDetails(before: object, after: self.object as? T)
    }
    override func changeDetails<T>(
        for fetchResult: PHFetchResult<T>
    ) -> PHFetchResultChangeDetails<T>? where T: PHObject {
        (result as? PHFetchResult<T>).map { MockResultDetails(before: fetchResult, after: $0) }
    }
}

/// A mock that overrides the methods which Apple's generic ones call.
class MockRawChange: PHChange, @unchecked Sendable {
    var before: [PHObject] = []
    var after: [PHObject] = []

    override func __changeDetails(for object: PHObject) -> PHObjectChangeDetails<PHObject>? {
        MockObjectDetails(before: object, after: after.first)
    }
    override func __changeDetails(for object: PHFetchResult<AnyObject>) -> PHFetchResultChangeDetails<PHObject>? {
        MockResultDetails(before: MockObjectResult(before), after: MockObjectResult(after))
    }
}

class MockObjectResult: PHFetchResult<PHObject>, @unchecked Sendable {
    private let objects: [PHObject]

    init(_ objects: [PHObject]) {
        self.objects = objects
        super.init()
    }

    override var count: Int { objects.count }
    override func object(at index: Int) -> PHObject { objects[index] }
}

class MockObjectDetails<ObjectType: PHObject>: PHObjectChangeDetails<ObjectType>, @unchecked Sendable {
    let before: ObjectType
    let after: ObjectType?

    init(before: ObjectType, after: ObjectType?) {
        self.before = before
        self.after = after
        super.init()
    }

    override var objectBeforeChanges: ObjectType { before }
    override var objectAfterChanges: ObjectType? { after }
    override var assetContentChanged: Bool { true }
    override var objectWasDeleted: Bool { after == nil }
}

class MockResultDetails<ObjectType: PHObject>: PHFetchResultChangeDetails<ObjectType>, @unchecked Sendable {
    let before: PHFetchResult<ObjectType>
    let after: PHFetchResult<ObjectType>

    init(before: PHFetchResult<ObjectType>, after: PHFetchResult<ObjectType>) {
        self.before = before
        self.after = after
        super.init()
    }

    override var fetchResultBeforeChanges: PHFetchResult<ObjectType> { before }
    override var fetchResultAfterChanges: PHFetchResult<ObjectType> { after }
    override var hasIncrementalChanges: Bool { true }
    override var removedIndexes: IndexSet? { [0] }
    override var removedObjects: [ObjectType] { [] }
    override var insertedIndexes: IndexSet? { [1] }
    override var insertedObjects: [ObjectType] { [] }
    override var changedIndexes: IndexSet? { [2] }
    override var changedObjects: [ObjectType] { [] }
    override var hasMoves: Bool { true }
    override func enumerateMoves(_ handler: @escaping (Int, Int) -> Void) { handler(3, 4) }
}

class MockPersistentChanges: PHPersistentChangeFetchResult, @unchecked Sendable {}

class MockPersistentChange: PHPersistentChange, @unchecked Sendable {
    override var changeToken: PHPersistentChangeToken { PHPersistentChangeToken() }
    override func changeDetails(for objectType: PHObjectType) throws -> PHPersistentObjectChangeDetails {
        MockPersistentDetails()
    }
}

class MockPersistentDetails: PHPersistentObjectChangeDetails, @unchecked Sendable {
    override var objectType: PHObjectType { .asset }
    override var insertedLocalIdentifiers: Set<String> { ["inserted"] }
    override var updatedLocalIdentifiers: Set<String> { ["updated"] }
    override var deletedLocalIdentifiers: Set<String> { ["deleted"] }
}

/// Answers with an image at once.
class MockImageManager: PHCachingImageManager, @unchecked Sendable {
    var cancelled: [PHImageRequestID] = []
    var cached: [PHAsset] = []
    var image: UIImage?

    override class func `default`() -> PHImageManager { MockImageManager() }
    override func requestImage(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?,
        resultHandler: @escaping (UIImage?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        resultHandler(image, [PHImageResultIsDegradedKey: false])
        return 7
    }
    override func requestImageDataAndOrientation(
        for asset: PHAsset, options: PHImageRequestOptions?,
        resultHandler: @escaping (Data?, String?, CGImagePropertyOrientation, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        resultHandler(Data([1]), "public.jpeg", .right, nil)
        return 8
    }
    override func requestImageData(
        for asset: PHAsset, options: PHImageRequestOptions?,
        resultHandler: @escaping (Data?, String?, UIImage.Orientation, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        resultHandler(Data([1]), "public.jpeg", .right, nil)
        return 9
    }
    override func cancelImageRequest(_ requestID: PHImageRequestID) { cancelled.append(requestID) }
    override func startCachingImages(
        for assets: [PHAsset], targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?
    ) { cached += assets }
    override func stopCachingImages(
        for assets: [PHAsset], targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?
    ) { cached.removeAll { assets.contains($0) } }
    override func stopCachingImagesForAllAssets() { cached = [] }
}

/// Requests with initialisers of their own.
class MockAssetRequest: PHAssetChangeRequest {
    let name: String

    init(name: String) {
        self.name = name
        super.init()
    }

    override class func deleteAssets(_ assets: NSFastEnumeration) {}
    override var placeholderForCreatedAsset: PHObjectPlaceholder? { MockPlaceholder() }
    override var isFavorite: Bool {
        get { true }
        set { print(newValue) }
    }
}

class MockCreationRequest: PHAssetCreationRequest {
    let name: String

    init(name: String) {
        self.name = name
        super.init()
    }

    override func addResource(with type: PHAssetResourceType, data: Data, options: PHAssetResourceCreationOptions?) {}
    override func addResource(
        with type: PHAssetResourceType, fileURL: URL, options: PHAssetResourceCreationOptions?
    ) {}
}

class MockAlbumRequest: PHAssetCollectionChangeRequest {
    let name: String

    init(name: String) {
        self.name = name
        super.init()
    }

    override var title: String {
        get { name }
        set { print(newValue) }
    }
    override func addAssets(_ assets: NSFastEnumeration) {}
}

class MockFolderRequest: PHCollectionListChangeRequest {
    let name: String

    init(name: String) {
        self.name = name
        super.init()
    }

    override func addChildCollections(_ collections: NSFastEnumeration) {}
}
