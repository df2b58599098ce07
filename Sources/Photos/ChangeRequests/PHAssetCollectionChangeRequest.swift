import Albumen
public import Foundation
import Records

/// A request to create, change or delete an album.
///
/// Indexes count in the assets that the request was made with, whatever happens to the album meanwhile; without such,
/// in the album as it is when the block is committed. Each change counts in what the changes before it in the same
/// request have made of the list. Indexes that do not fit let the block fail with 3301.
open class PHAssetCollectionChangeRequest: PHChangeRequest {
    private var target = CollectionTarget.nothing
    private var givenTitle: String?
    private lazy var number = recording.makeRequestNumber()
    private var shown: [Int64]?

    /// A request to make an album, at the front of the top level. Titles may repeat.
    @discardableResult
    open class func creationRequestForAssetCollection(withTitle title: String) -> Self {
        let request = make()
        request.target = .make(.album, title: title, for: request)
        request.givenTitle = title
        return request
    }

    /// Deletes albums. Their assets stay in the library. The user is asked, once a block; who says no lets the whole
    /// block fail with 3072.
    ///
    /// - Parameter assetCollections: albums of the user's, in a fetch result too; anything else lets the block fail
    ///   with 3300.
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

    /// A request to change an album.
    ///
    /// `nil` only for a collection that stands for nothing. Of a smart album, a moment or a transient album there is a
    /// request, so that apps that force it go on; any change by it lets the block fail with 3300.
    public convenience init?(for assetCollection: PHAssetCollection) {
        self.init(for: assetCollection, assets: nil)
    }

    /// A request to change an album as the app shows it.
    ///
    /// - Parameter assets: the members that the indexes count in, as they were fetched; `nil` for those there are when
    ///   the block is committed.
    /// - Returns: `nil` only for a collection that stands for nothing.
    public convenience init?(for assetCollection: PHAssetCollection, assets: PHFetchResult<PHAsset>?) {
        guard let target = CollectionTarget(assetCollection) else { return nil }
        self.init()
        self.target = target
        givenTitle = assetCollection.localizedTitle
        shown = assets?.rows
    }

    /// Stands for the album that the request makes; for the album itself where the request makes none.
    open var placeholderForCreatedAssetCollection: PHObjectPlaceholder {
        PHObjectPlaceholder(uuid: target.uuid, kind: .collection)
    }

    /// The album's title. One of more than 4,096 bytes lets the block fail with -1.
    open var title: String {
        get { givenTitle ?? "" }
        set {
            record(target.operationOnCollection { .rename(newValue, collectionUUID: $0) })
            givenTitle = newValue
        }
    }

    /// Puts assets at the album's end. Those that are in it stay where they are.
    ///
    /// - Parameter assets: `PHAsset`s and placeholders of assets that the block makes.
    open func addAssets(_ assets: any NSFastEnumeration) {
        edit(assets, ListEdit.Step.add)
    }

    /// Puts assets into the album.
    ///
    /// - Parameters:
    ///   - assets: `PHAsset`s and placeholders; none may be in the album.
    ///   - indexes: where the assets are afterwards, in rising order.
    open func insertAssets(_ assets: any NSFastEnumeration, at indexes: IndexSet) {
        edit(assets) { .insert($0, at: indexes) }
    }

    /// Takes assets out of the album. They stay in the library.
    open func removeAssets(_ assets: any NSFastEnumeration) {
        edit(assets, ListEdit.Step.remove)
    }

    /// Takes the assets at indexes out of the album. They stay in the library.
    open func removeAssets(at indexes: IndexSet) {
        edit(.removeAt(indexes))
    }

    /// Puts assets in the place of those at indexes. They may come from elsewhere in the album.
    open func replaceAssets(at indexes: IndexSet, withAssets assets: any NSFastEnumeration) {
        edit(assets) { .replace(indexes, with: $0) }
    }

    /// Moves assets within the album.
    ///
    /// - Parameter toIndex: where the first of them is afterwards, counted without those that move.
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
