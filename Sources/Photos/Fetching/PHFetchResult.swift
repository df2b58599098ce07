public import Foundation

/// An ordered list of the objects that a fetch has found.
///
/// ```swift
/// let assets = PHAsset.fetchAssets(with: nil)
/// if assets.count > 0 {
///     print(assets[0].localIdentifier, assets.countOfAssets(with: .video))
/// }
/// assets.enumerateObjects { asset, index, stop in
///     print(index, asset.mediaType)
///     if index == 9 { stop.pointee = true }
/// }
/// ```
///
/// A fetch result is a snapshot: its count and order never change. You can use it from any thread. It reads its objects
/// on access, one page at a time.
///
/// Unlike in Objective-C, you can't cast a result of `PHAssetCollection` to a result of `PHCollection` with `as?`. Use
/// the initializer instead: `PHFetchResult<PHCollection>(albums)`.
///
/// Tests of an app can subclass this class and override ``count`` and ``object(at:)``. All other members use these.
///
/// - Complexity: A result of *n* assets takes O(*n*) memory: eight bytes per asset.
// Unchecked because the class is open. All stored properties are constant.
open class PHFetchResult<ObjectType: AnyObject>: NSObject, NSCopying, @unchecked Sendable {
    let source: any FetchedObjects<ObjectType>

    /// Creates an empty result.
    public override init() {
        source = HeldObjects(objects: [])
    }

    init(_ source: any FetchedObjects<ObjectType>) {
        self.source = source
    }

    /// The number of objects.
    open var count: Int { source.count }

    /// Returns the object at an index. An invalid index stops the program.
    @discardableResult
    open func object(at index: Int) -> ObjectType {
        guard (0..<count).contains(index) else {
            raiseInvalidArgument("The index \(index) is beyond the fetch result, which has \(count) objects.")
        }
        return source.object(at: index)
    }

    /// The object at an index. An invalid index stops the program.
    open subscript(idx: Int) -> ObjectType { object(at: idx) }

    /// Returns whether the result contains an equal object.
    @discardableResult
    open func contains(_ anObject: ObjectType) -> Bool {
        searchedObjects.firstIndex(of: anObject) != nil
    }

    /// Returns the index of an equal object, or `NSNotFound`.
    @discardableResult
    open func index(of anObject: ObjectType) -> Int {
        searchedObjects.firstIndex(of: anObject) ?? NSNotFound
    }

    /// Returns the index of an equal object within a range, or `NSNotFound`.
    @discardableResult
    open func index(of anObject: ObjectType, in range: NSRange) -> Int {
        guard let index = searchedObjects.firstIndex(of: anObject), range.contains(index) else { return NSNotFound }
        return index
    }

    /// The first object, or `nil` if the result is empty.
    open var firstObject: ObjectType? { count == 0 ? nil : object(at: 0) }

    /// The last object, or `nil` if the result is empty.
    open var lastObject: ObjectType? { count == 0 ? nil : object(at: count - 1) }

    /// Returns the objects at indexes, in ascending order. An invalid index stops the program.
    @discardableResult
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

    /// Calls the block with the objects at indexes. Returns after the last call. An invalid index stops the program.
    ///
    /// - Parameter opts: `.reverse` enumerates from the last object to the first. `.concurrent` calls the block on
    ///   several threads at once, in no order.
    open func enumerateObjects(
        at s: IndexSet, options opts: NSEnumerationOptions = [],
        using block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        enumerate(s, opts, block)
    }

    /// Returns the number of assets of a type, or 0 for a result of collections.
    @discardableResult
    open func countOfAssets(with mediaType: PHAssetMediaType) -> Int {
        searchedObjects.assetCount(of: mediaType)
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }
}

extension PHFetchResult {
    /// The objects to search: the library's, or those of a client's subclass.
    var searchedObjects: any FetchedObjects<ObjectType> {
        type(of: self) == PHFetchResult.self ? source : HeldObjects(objects: objects(at: indexes))
    }
}

extension PHFetchResult: NSFastEnumeration {
    public var enumeratedObjects: [Any] { (0..<count).map { object(at: $0) } }
}
