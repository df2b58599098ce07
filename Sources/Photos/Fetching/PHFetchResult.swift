public import Foundation

/// What a fetch found, in order. A snapshot: count and order never change. The objects are read when asked for, a page
/// at a time, so that a result of a million assets costs eight bytes each.
///
/// Safe to use from any thread. Unlike Objective-C's, a Swift result of `PHAssetCollection` is never one of
/// `PHCollection`: `as?` between the two fails, and `PHFetchResult<PHCollection>(albums)` makes one of the other.
///
/// A subclass in a client's tests overrides ``count`` and ``object(at:)``. All other members use these.
// Unchecked because open: all its own state is constant.
open class PHFetchResult<ObjectType: AnyObject>: NSObject, NSCopying, @unchecked Sendable {
    let source: any FetchedObjects<ObjectType>

    /// An empty result.
    public override init() {
        source = HeldObjects(objects: [])
    }

    init(_ source: any FetchedObjects<ObjectType>) {
        self.source = source
    }

    /// How many objects there are.
    open var count: Int { source.count }

    /// The object at an index. An index out of range stops the program.
    open func object(at index: Int) -> ObjectType {
        guard (0..<count).contains(index) else {
            raiseInvalidArgument("The index \(index) is beyond the fetch result, which has \(count) objects.")
        }
        return source.object(at: index)
    }

    /// The object at an index. An index out of range stops the program.
    open subscript(idx: Int) -> ObjectType { object(at: idx) }

    /// Whether an equal object is in the result.
    open func contains(_ anObject: ObjectType) -> Bool {
        searchedObjects.firstIndex(of: anObject) != nil
    }

    /// The index of an equal object, or `NSNotFound`.
    open func index(of anObject: ObjectType) -> Int {
        searchedObjects.firstIndex(of: anObject) ?? NSNotFound
    }

    /// The index of an equal object within a range, or `NSNotFound`.
    open func index(of anObject: ObjectType, in range: NSRange) -> Int {
        guard let index = searchedObjects.firstIndex(of: anObject), range.contains(index) else { return NSNotFound }
        return index
    }

    /// The first object; `nil` in an empty result.
    open var firstObject: ObjectType? { count == 0 ? nil : object(at: 0) }

    /// The last object; `nil` in an empty result.
    open var lastObject: ObjectType? { count == 0 ? nil : object(at: count - 1) }

    /// The objects at indexes, in rising order. An index out of range stops the program.
    open func objects(at indexes: IndexSet) -> [ObjectType] {
        indexes.map { object(at: $0) }
    }

    /// Calls the block with each object and its index, in order, on the caller's thread. Setting the block's last
    /// argument to `true` ends the enumeration.
    open func enumerateObjects(
        _ block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        enumerate(indexes, [], block)
    }

    /// Calls the block with each object and its index. Returns after the last call.
    ///
    /// - Parameter opts: `.reverse` enumerates from the last object to the first. `.concurrent` calls the block on
    ///   several threads at once, in no order.
    open func enumerateObjects(
        options opts: NSEnumerationOptions = [],
        using block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        enumerate(indexes, opts, block)
    }

    /// Calls the block with the objects at indexes. Returns after the last call. An index out of range stops the
    /// program.
    ///
    /// - Parameter opts: `.reverse` enumerates from the last object to the first. `.concurrent` calls the block on
    ///   several threads at once, in no order.
    open func enumerateObjects(
        at s: IndexSet, options opts: NSEnumerationOptions = [],
        using block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        enumerate(s, opts, block)
    }

    /// How many assets of a type there are; 0 in a result of collections.
    open func countOfAssets(with mediaType: PHAssetMediaType) -> Int {
        searchedObjects.assetCount(of: mediaType)
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }
}

extension PHFetchResult {
    /// The objects as the library knows them, or those of a client's subclass.
    var searchedObjects: any FetchedObjects<ObjectType> {
        type(of: self) == PHFetchResult.self ? source : HeldObjects(objects: objects(at: indexes))
    }
}

extension PHFetchResult: NSFastEnumeration {
    public var enumeratedObjects: [Any] { (0..<count).map { object(at: $0) } }
}
