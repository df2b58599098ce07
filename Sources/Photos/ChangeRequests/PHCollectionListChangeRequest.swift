public import Foundation
import PhotoLibrary
import Records

/// A request to create, change or delete a folder, or to change the order of the top level.
///
/// Indexes refer to the fetch result passed when creating the request, even if the folder has changed since. Without a
/// fetch result, they refer to the folder at the time of the commit. Each change applies to the list as the request's
/// earlier changes left it. Indexes that don't match the list make the block fail with 3301.
///
/// A collection has one parent. Adding it to a folder removes it from its previous parent. Removing it from a folder
/// moves it to the top level. Moving a folder into itself or into one of its descendants makes the block fail with
/// 3300.
open class PHCollectionListChangeRequest: PHChangeRequest {
    private var target = CollectionTarget.nothing
    private var givenTitle: String?
    private lazy var number = recording.makeRequestNumber()
    private var shown: [Int64]?

    /// Creates a request for a new folder, at the start of the top level. Several folders can have the same title.
    @discardableResult
    open class func creationRequestForCollectionList(withTitle title: String) -> Self {
        let request = make()
        request.target = .make(.folder, title: title, for: request)
        request.givenTitle = title
        return request
    }

    /// Deletes folders with all folders and albums in them. Assets stay in the library. Asks the user once per change
    /// block. If the user declines, the entire block fails with `userCancelled` (3072).
    ///
    /// - Parameter collectionLists: User folders in an array, a set or a fetch result. Any other object makes the block
    ///   fail with 3300.
    open class func deleteCollectionLists(_ collectionLists: any NSFastEnumeration) {
        let recording = ChangeRecording.required(for: self)
        do throws(LibraryError) {
            for uuid in try ChangeItems.folders(collectionLists) {
                recording.record(.deleteCollection(uuid: uuid), for: self)
            }
        } catch {
            recording.record(.refuse(error), for: self)
        }
    }

    open override class func newRequest() -> PHChangeRequest {
        PHCollectionListChangeRequest()
    }

    /// Creates a request to change a folder, or the order of the top level for the root folder.
    ///
    /// There is also a request for a list of moments or a transient list, so that apps can unwrap the result. Any
    /// change with such a request makes the block fail with 3300.
    ///
    /// - Returns: `nil` only if the list is empty.
    public convenience init?(for collectionList: PHCollectionList) {
        self.init(collectionList, shown: nil)
    }

    /// Creates a request to change a folder as the app shows it.
    ///
    /// - Parameter childCollections: The fetched members to which indexes refer.
    /// - Returns: `nil` only if the list is empty.
    public convenience init?(for collectionList: PHCollectionList, childCollections: PHFetchResult<PHCollection>) {
        self.init(collectionList, shown: childCollections.rows)
    }

    /// Creates a request to change the top level as the app shows it. The top level has no title.
    ///
    /// - Parameter childCollections: The fetched collections to which indexes refer.
    public convenience init?(forTopLevelCollectionListUserCollections childCollections: PHFetchResult<PHCollection>) {
        self.init()
        target = .topLevel
        shown = childCollections.rows
    }

    private convenience init?(_ list: PHCollectionList, shown: [Int64]?) {
        guard let target = CollectionTarget(list) else { return nil }
        self.init()
        self.target = target
        self.shown = shown
        givenTitle = list.localizedTitle
    }

    /// The placeholder of the folder that the request creates or changes. It's empty for the top level.
    open var placeholderForCreatedCollectionList: PHObjectPlaceholder {
        PHObjectPlaceholder(uuid: target.uuid, kind: .folder)
    }

    /// The folder's title. A title of more than 4,096 bytes makes the block fail with -1.
    open var title: String {
        get { givenTitle ?? "" }
        set {
            record(target.operationOnCollection { .rename(newValue, collectionUUID: $0) })
            givenTitle = newValue
        }
    }

    /// Appends albums and folders to the folder. Collections that are already in the folder keep their position.
    ///
    /// - Parameter collections: User albums and folders, and placeholders of collections that the block creates.
    open func addChildCollections(_ collections: any NSFastEnumeration) {
        edit(collections, ListEdit.Step.add)
    }

    /// Inserts albums and folders into the folder.
    ///
    /// - Parameters:
    ///   - collections: Albums and folders. None of them may be in the folder.
    ///   - indexes: The positions of the collections afterwards, in ascending order.
    open func insertChildCollections(_ collections: any NSFastEnumeration, at indexes: IndexSet) {
        edit(collections) { .insert($0, at: indexes) }
    }

    /// Removes albums and folders from the folder and moves them to the top level.
    open func removeChildCollections(_ collections: any NSFastEnumeration) {
        edit(collections, ListEdit.Step.remove)
    }

    /// Removes the albums and folders at indexes from the folder and moves them to the top level.
    open func removeChildCollections(at indexes: IndexSet) {
        edit(.removeAt(indexes))
    }

    /// Replaces the albums and folders at indexes. The new ones can come from other positions in the folder.
    open func replaceChildCollections(
        at indexes: IndexSet, withChildCollections collections: any NSFastEnumeration
    ) {
        edit(collections) { .replace(indexes, with: $0) }
    }

    /// Moves albums and folders within the folder.
    ///
    /// - Parameter toIndex: The position of the first moved collection afterwards, counted without the moved
    ///   collections.
    open func moveChildCollections(at indexes: IndexSet, to toIndex: Int) {
        edit(.move(indexes, to: toIndex))
    }

    private func edit(_ collections: any NSFastEnumeration, _ step: ([String]) -> ListEdit.Step) {
        do throws(LibraryError) {
            edit(step(try ChangeItems.collections(collections)))
        } catch {
            record(.refuse(error))
        }
    }

    private func edit(_ step: ListEdit.Step) {
        let edit = ListEdit(step, request: number, shown: shown)
        record(target.operationOnList { .editChildren(edit, folderUUID: $0) })
    }
}
