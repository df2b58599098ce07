public import Foundation
import PhotoLibrary
import Records

/// A change of the photo library, as an observer receives it. Safe to use from any thread.
// Unchecked because the class is open. All stored properties are constant.
open class PHChange: NSObject, @unchecked Sendable {
    private let change: LibraryChange?

    /// Creates a change without details, for subclasses in tests of an app.
    public override init() {
        change = nil
    }

    init(_ numbers: ClosedRange<Int64>?, of library: Library, session: PhotoLibrarySession) {
        change = LibraryChange(numbers: numbers, library: library, session: session)
    }

    /// Returns details of an object's change, or `nil` if the object didn't change.
    ///
    /// An album changes if its title, count or dates change, or if members are added, removed or moved. The details
    /// don't say which members: fetch the members and request the details of that result. A folder changes also if a
    /// collection directly in it is added, removed or moved, but not if that collection changes; see
    /// ``changeDetails(forContentsOf:)``. Smart albums never change, because a rule finds their members.
    ///
    /// The object after the change is the newest state, which may include later changes.
    open func changeDetails<T: PHObject>(for object: T) -> PHObjectChangeDetails<T>? {
        guard type(of: self) == PHChange.self else {
            return __changeDetails(for: object as PHObject).map { ConvertedObjectDetails(object, $0) }
        }
        return change?.answer { try $0.details(for: object, in: $1) }
    }

    /// Returns details of an object's change. Clients call ``changeDetails(for:)-(T)`` instead, which returns the
    /// details of a subclass's override of this method.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    open func __changeDetails(for object: PHObject) -> PHObjectChangeDetails<PHObject>? {
        change?.answer { try $0.details(for: object, in: $1) }
    }

    /// Returns how a fetch result has changed since it was fetched, or `nil` if it hasn't changed.
    ///
    /// The details always lead to the newest state. So an app may receive several changes at once: the first details
    /// include all of them, and later ones are `nil`. Replace the result with
    /// ``PHFetchResultChangeDetails/fetchResultAfterChanges`` where the result is shown, on the main queue, and use
    /// that result the next time.
    ///
    /// - Complexity: O(*c* log *n*) for *c* changed assets in a result of *n*. A result with a fetch limit, and a
    ///   result of an app with limited access, may be fetched anew.
    open func changeDetails<T: PHObject>(for fetchResult: PHFetchResult<T>) -> PHFetchResultChangeDetails<T>? {
        guard type(of: self) == PHChange.self else {
            let objects = PHFetchResult<AnyObject>(ConvertedObjects(fetchResult.searchedObjects))
            return __changeDetails(for: objects).map { ConvertedFetchDetails(fetchResult, $0) }
        }
        return change?.answer { try PHFetchResultChangeDetails(of: fetchResult, for: $1.principal) }
    }

    /// Returns how a fetch result of any objects has changed. Clients call ``changeDetails(for:)-(PHFetchResult<T>)``
    /// instead, which returns the details of a subclass's override of this method.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    open func __changeDetails(for object: PHFetchResult<AnyObject>) -> PHFetchResultChangeDetails<PHObject>? {
        let objects = PHFetchResult<PHObject>(ConvertedObjects(object.searchedObjects))
        return change?.answer { try PHFetchResultChangeDetails(of: objects, for: $1.principal) }
    }

    /// Returns details of a folder like ``changeDetails(for:)-(T)``, also if a collection at any depth in the folder
    /// has changed its title or members. Not in Apple's framework.
    open func changeDetails(forContentsOf list: PHCollectionList) -> PHObjectChangeDetails<PHCollectionList>? {
        guard list.folderRecord != nil else { return changeDetails(for: list) }
        return change?.answer { try $0.details(forContentsOf: list, in: $1) }
    }
}
