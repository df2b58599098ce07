import PhotoLibrary
import Records

extension CollectionFetching {
    static func members(
        of collectionList: PHCollectionList, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHCollection> {
        let source: CollectionFetch.Source =
            switch collectionList.content {
            case .nothing: .nothing
            case .folder(let record, _): .children(ofFolder: record.id)
            case .rootFolder: .children(ofFolder: nil)
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
    /// Creates a result of collections from a result of albums, because a cast doesn't work on Linux. Not in Apple's
    /// framework.
    public convenience init(_ albums: PHFetchResult<PHAssetCollection>) {
        self.init(ConvertedObjects(albums.searchedObjects))
    }

    /// Creates a result of collections from a result of lists, because a cast doesn't work on Linux. Not in Apple's
    /// framework.
    public convenience init(_ lists: PHFetchResult<PHCollectionList>) {
        self.init(ConvertedObjects(lists.searchedObjects))
    }
}
