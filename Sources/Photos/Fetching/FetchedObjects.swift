import PhotoLibrary

/// The source of a fetch result's objects. It's a snapshot: count and order never change.
protocol FetchedObjects<Object>: Sendable {
    associatedtype Object: AnyObject

    var count: Int { get }

    /// Returns the object at an index below the count. Any thread can call it.
    func object(at index: Int) -> Object

    /// Returns the first index of an object equal to this one.
    func firstIndex(of object: Object) -> Int?

    /// Returns the number of assets of a type.
    func assetCount(of mediaType: PHAssetMediaType) -> Int

    /// Returns the objects' changes since the fetch, or `nil` if nothing has changed.
    ///
    /// - Parameter principal: The client with its current access.
    func progress(for principal: Principal) throws -> FetchedProgress<Object>?
}

/// The changes of a fetch's objects.
struct FetchedProgress<Object: AnyObject>: Sendable {
    var after: any FetchedObjects<Object>
    /// The steps of the change, or `nil` if all objects must be displayed again.
    var change: ListChange?
}

/// Objects in memory that no change of the library affects.
// Unchecked because the objects are PhotoKit's own and never change after initialization.
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
