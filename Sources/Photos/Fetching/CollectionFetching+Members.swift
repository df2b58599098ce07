import Albumen
import Records

extension CollectionFetching {
    static func members(
        of collectionList: PHCollectionList, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHCollection> {
        let source: CollectionFetch.Source =
            switch collectionList.content {
            case .nothing: .nothing
            case .folder(let record, _): .children(ofFolder: record.id)
            case .momentList(let list, _): .momentsInList(uuid: list.uuid)
            case .transient(let collections, _): .objects(collections)
            }
        return run(options, of: .lists, in: collectionList.library, from: source)
    }

    static func topLevelCollections(_ options: PHFetchOptions?) -> PHFetchResult<PHCollection> {
        run(options, of: .lists, from: .children(ofFolder: nil))
    }
}

extension PHFetchResult where ObjectType == PHCollection {
    /// The same albums as a result of collections, which a cast does not give on Linux. Not in Apple's framework.
    public convenience init(_ albums: PHFetchResult<PHAssetCollection>) {
        self.init(ConvertedObjects(albums.searchedObjects))
    }

    /// The same lists as a result of collections, which a cast does not give on Linux. Not in Apple's framework.
    public convenience init(_ lists: PHFetchResult<PHCollectionList>) {
        self.init(ConvertedObjects(lists.searchedObjects))
    }
}
