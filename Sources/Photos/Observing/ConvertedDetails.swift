import Foundation

/// The details of an object's change that a subclass of `PHChange` returns for any object, for an object of one class.
// Unchecked because the class is a subclass of an open one. All stored properties are constant.
final class ConvertedObjectDetails<ObjectType: PHObject>: PHObjectChangeDetails<ObjectType>, @unchecked Sendable {
    private let object: ObjectType
    private let details: PHObjectChangeDetails<PHObject>

    init(_ object: ObjectType, _ details: PHObjectChangeDetails<PHObject>) {
        (self.object, self.details) = (object, details)
        super.init()
    }

    override var objectBeforeChanges: ObjectType { details.objectBeforeChanges as? ObjectType ?? object }
    override var objectAfterChanges: ObjectType? { details.objectAfterChanges as? ObjectType }
    override var assetContentChanged: Bool { details.assetContentChanged }
    override var objectWasDeleted: Bool { details.objectWasDeleted }
}

/// The details of a fetch result's change that a subclass of `PHChange` returns for any objects, for objects of one
/// class.
// Unchecked because the class is a subclass of an open one. All stored properties are constant.
final class ConvertedFetchDetails<ObjectType: PHObject>: PHFetchResultChangeDetails<ObjectType>, @unchecked Sendable {
    private let details: PHFetchResultChangeDetails<PHObject>

    init(_ result: PHFetchResult<ObjectType>, _ details: PHFetchResultChangeDetails<PHObject>) {
        self.details = details
        let after = PHFetchResult<ObjectType>(ConvertedObjects(details.fetchResultAfterChanges.searchedObjects))
        super.init(before: result, after: after, change: details.change)
    }

    override var hasIncrementalChanges: Bool { details.hasIncrementalChanges }
    override var removedIndexes: IndexSet? { details.removedIndexes }
    override var removedObjects: [ObjectType] { details.removedObjects.compactMap { $0 as? ObjectType } }
    override var insertedIndexes: IndexSet? { details.insertedIndexes }
    override var insertedObjects: [ObjectType] { details.insertedObjects.compactMap { $0 as? ObjectType } }
    override var changedIndexes: IndexSet? { details.changedIndexes }
    override var changedObjects: [ObjectType] { details.changedObjects.compactMap { $0 as? ObjectType } }
    override var hasMoves: Bool { details.hasMoves }

    override func enumerateMoves(_ handler: @escaping (Int, Int) -> Void) { details.enumerateMoves(handler) }
}
