import Albumen
import Foundation
import Records

extension CollectionFetching {
    static func members(
        of collectionList: PHCollectionList, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHCollection> {
        run(options, of: .lists) { fetching in
            switch collectionList.content {
            case .nothing: []
            case .folder(let record, let view):
                fetching.view(of: view)
                    .collections(try view.library.children(ofFolder: record.id, access: fetching.access))
            case .momentList: try collectionList.moments(fetching)
            case .transient(let collections, _): collections
            }
        }
    }

    static func topLevelCollections(_ options: PHFetchOptions?) -> PHFetchResult<PHCollection> {
        run(options, of: .lists) { fetching in
            guard let view = fetching.view else { return [] }
            return view.collections(try view.library.topLevelCollections(access: view.access))
        }
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
