import Albumen

/// Where a fetch result has its objects from. A snapshot: count and order never change.
protocol FetchedObjects<Object>: Sendable {
    associatedtype Object: AnyObject

    var count: Int { get }

    /// The object at an index within the count. From any thread.
    func object(at index: Int) -> Object

    /// The first index of an object equal to this one.
    func firstIndex(of object: Object) -> Int?

    /// How many of the objects are assets of the type.
    func assetCount(of mediaType: PHAssetMediaType) -> Int

    /// What has become of them; nil where nothing has.
    ///
    /// - Parameter access: what the client may see now.
    func progress(for principal: Principal) throws -> FetchedProgress<Object>?
}

/// What has become of the objects of a fetch.
struct FetchedProgress<Object: AnyObject>: Sendable {
    var after: any FetchedObjects<Object>
    /// Nil where all are to be looked at again.
    var change: ListChange?
}

/// Objects held in memory that no change of the library touches.
// Unchecked: the objects are PhotoKit's own, constant after they were made.
struct HeldObjects<Object: AnyObject>: FetchedObjects, @unchecked Sendable {
    let objects: [Object]

    var count: Int { objects.count }

    func object(at index: Int) -> Object {
        objects[index]
    }

    func firstIndex(of object: Object) -> Int? {
        objects.firstIndex { candidate in
            candidate === object || (candidate as? PHObject).map { $0.isEqual(object) } ?? false
        }
    }

    func assetCount(of mediaType: PHAssetMediaType) -> Int {
        objects.count { ($0 as? PHAsset)?.mediaType == mediaType }
    }

    func progress(for principal: Principal) -> FetchedProgress<Object>? { nil }
}
