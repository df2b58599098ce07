public import Foundation
import PhotoLibrary
import Records

/// A request to create, change or delete an album.
///
/// Indexes refer to the fetch result passed when creating the request, even if the album has changed since. Without a
/// fetch result, they refer to the album at the time of the commit. Each change applies to the list as the request's
/// earlier changes left it. Indexes that don't match the list make the block fail with 3301.
open class PHAssetCollectionChangeRequest: PHChangeRequest {
    private var target = CollectionTarget.nothing
    private var givenTitle: String?
    private lazy var number = recording.makeRequestNumber()
    private var shown: [Int64]?

    /// Creates a request for a new album, at the start of the top level. Several albums can have the same title.
    @discardableResult
    open class func creationRequestForAssetCollection(withTitle title: String) -> Self {
        let request = make()
        request.target = .make(.album, title: title, for: request)
        request.givenTitle = title
        return request
    }

    /// Deletes albums. Their assets stay in the library. Asks the user once per change block. If the user declines, the
    /// entire block fails with `userCancelled` (3072).
    ///
    /// - Parameter assetCollections: User albums in an array, a set or a fetch result. Any other object makes the block
    ///   fail with 3300.
    open class func deleteAssetCollections(_ assetCollections: any NSFastEnumeration) {
        let recording = ChangeRecording.required(for: self)
        do throws(LibraryError) {
            for uuid in try ChangeItems.albums(assetCollections) {
                recording.record(.deleteCollection(uuid: uuid), for: self)
            }
        } catch {
            recording.record(.refuse(error), for: self)
        }
    }

    open override class func newRequest() -> PHChangeRequest {
        PHAssetCollectionChangeRequest()
    }

    /// Creates a request to change an album.
    ///
    /// There is also a request for a smart album, a moment or a transient album, so that apps can unwrap the result.
    /// Any change with such a request makes the block fail with 3300.
    ///
    /// - Returns: `nil` only if the collection is empty.
    public convenience init?(for assetCollection: PHAssetCollection) {
        self.init(for: assetCollection, assets: nil)
    }

    /// Creates a request to change an album as the app shows it.
    ///
    /// - Parameter assets: The fetched members to which indexes refer. `nil` means the members at the time of the
    ///   commit.
    /// - Returns: `nil` only if the collection is empty.
    public convenience init?(for assetCollection: PHAssetCollection, assets: PHFetchResult<PHAsset>?) {
        guard let target = CollectionTarget(assetCollection) else { return nil }
        self.init()
        self.target = target
        givenTitle = assetCollection.localizedTitle
        shown = assets?.rows
    }

    /// The placeholder of the album that the request creates or changes.
    open var placeholderForCreatedAssetCollection: PHObjectPlaceholder {
        PHObjectPlaceholder(uuid: target.uuid, kind: .collection)
    }

    /// The album's title. A title of more than 4,096 bytes makes the block fail with -1.
    open var title: String {
        get { givenTitle ?? "" }
        set {
            record(target.operationOnCollection { .rename(newValue, collectionUUID: $0) })
            givenTitle = newValue
        }
    }

    /// Appends assets to the album. Assets that are already in the album keep their position.
    ///
    /// - Parameter assets: `PHAsset`s, and placeholders of assets that the block creates.
    open func addAssets(_ assets: any NSFastEnumeration) {
        edit(assets, ListEdit.Step.add)
    }

    /// Inserts assets into the album.
    ///
    /// - Parameters:
    ///   - assets: `PHAsset`s and placeholders. None of them may be in the album.
    ///   - indexes: The positions of the assets afterwards, in ascending order.
    open func insertAssets(_ assets: any NSFastEnumeration, at indexes: IndexSet) {
        edit(assets) { .insert($0, at: indexes) }
    }

    /// Removes assets from the album. They stay in the library.
    open func removeAssets(_ assets: any NSFastEnumeration) {
        edit(assets, ListEdit.Step.remove)
    }

    /// Removes the assets at indexes from the album. They stay in the library.
    open func removeAssets(at indexes: IndexSet) {
        edit(.removeAt(indexes))
    }

    /// Replaces the assets at indexes. The new assets can come from other positions in the album.
    open func replaceAssets(at indexes: IndexSet, withAssets assets: any NSFastEnumeration) {
        edit(assets) { .replace(indexes, with: $0) }
    }

    /// Moves assets within the album.
    ///
    /// - Parameter toIndex: The position of the first moved asset afterwards, counted without the moved assets.
    open func moveAssets(at fromIndexes: IndexSet, to toIndex: Int) {
        edit(.move(fromIndexes, to: toIndex))
    }

    private func edit(_ assets: any NSFastEnumeration, _ step: ([String]) -> ListEdit.Step) {
        do throws(LibraryError) {
            edit(step(try ChangeItems.assets(assets)))
        } catch {
            record(.refuse(error))
        }
    }

    private func edit(_ step: ListEdit.Step) {
        let edit = ListEdit(step, request: number, shown: shown)
        record(target.operationOnCollection { .editMembers(edit, albumUUID: $0) })
    }
}
