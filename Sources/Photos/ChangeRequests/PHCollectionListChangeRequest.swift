import Albumen
public import Foundation
import Records

/// A request to create, change or delete a folder, or to change the order of the top level.
///
/// Indexes count in the collections that the request was made with, whatever happens to the folder meanwhile; without
/// such, in the folder as it is when the block is committed. Each change counts in what the changes before it in the
/// same request have made of the list. Indexes that do not fit let the block fail with 3301.
///
/// A collection is in one place: adding it to a folder takes it out of the one where it was, removing it from a folder
/// puts it at the top level. A folder cannot be put into itself or into what is in it: that is 3300.
open class PHCollectionListChangeRequest: PHChangeRequest {
    private var target = CollectionTarget.nothing
    private var givenTitle: String?
    private lazy var number = recording.makeRequestNumber()
    private var shown: [Int64]?

    /// A request to make a folder, at the front of the top level. Titles may repeat.
    @discardableResult
    open class func creationRequestForCollectionList(withTitle title: String) -> Self {
        let request = make()
        request.target = .make(.folder, title: title, for: request)
        request.givenTitle = title
        return request
    }

    /// Deletes folders with all folders and albums in them. Assets stay in the library. The user is asked, once a
    /// block; who says no lets the whole block fail with 3072.
    ///
    /// - Parameter collectionLists: folders of the user's, in a fetch result too; anything else lets the block fail
    ///   with 3300.
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

    /// A request to change a folder.
    ///
    /// `nil` only for a list that stands for nothing. Of a list of moments or a transient list there is a request, so
    /// that apps that force it go on; any change by it lets the block fail with 3300.
    public convenience init?(for collectionList: PHCollectionList) {
        self.init(collectionList, shown: nil)
    }

    /// A request to change a folder as the app shows it.
    ///
    /// - Parameter childCollections: the members that the indexes count in, as they were fetched.
    /// - Returns: `nil` only for a list that stands for nothing.
    public convenience init?(for collectionList: PHCollectionList, childCollections: PHFetchResult<PHCollection>) {
        self.init(collectionList, shown: childCollections.rows)
    }

    /// A request to change the top level as the app shows it. It has no title.
    ///
    /// - Parameter childCollections: the collections that the indexes count in, as they were fetched.
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

    /// Stands for the folder that the request makes; for the folder itself where the request makes none, and for
    /// nothing for the top level.
    open var placeholderForCreatedCollectionList: PHObjectPlaceholder {
        PHObjectPlaceholder(uuid: target.uuid, kind: .folder)
    }

    /// The folder's title. One of more than 4,096 bytes lets the block fail with -1.
    open var title: String {
        get { givenTitle ?? "" }
        set {
            record(target.operationOnCollection { .rename(newValue, collectionUUID: $0) })
            givenTitle = newValue
        }
    }

    /// Puts albums and folders at the folder's end. Those that are in it stay where they are.
    ///
    /// - Parameter collections: albums and folders of the user's, and placeholders of those that the block makes.
    open func addChildCollections(_ collections: any NSFastEnumeration) {
        edit(collections, ListEdit.Step.add)
    }

    /// Puts albums and folders into the folder.
    ///
    /// - Parameters:
    ///   - collections: none may be in the folder.
    ///   - indexes: where they are afterwards, in rising order.
    open func insertChildCollections(_ collections: any NSFastEnumeration, at indexes: IndexSet) {
        edit(collections) { .insert($0, at: indexes) }
    }

    /// Takes albums and folders out of the folder, to the top level.
    open func removeChildCollections(_ collections: any NSFastEnumeration) {
        edit(collections, ListEdit.Step.remove)
    }

    /// Takes the albums and folders at indexes out of the folder, to the top level.
    open func removeChildCollections(at indexes: IndexSet) {
        edit(.removeAt(indexes))
    }

    /// Puts albums and folders in the place of those at indexes. They may come from elsewhere in the folder.
    open func replaceChildCollections(
        at indexes: IndexSet, withChildCollections collections: any NSFastEnumeration
    ) {
        edit(collections) { .replace(indexes, with: $0) }
    }

    /// Moves albums and folders within the folder.
    ///
    /// - Parameter toIndex: where the first of them is afterwards, counted without those that move.
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
