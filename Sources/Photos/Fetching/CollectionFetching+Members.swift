import Albumen
import Foundation
import Records

extension CollectionFetching {
    static func members(
        of collectionList: PHCollectionList, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHCollection> {
        run(options, of: .lists) { fetching in
            switch collectionList.content {
            case .nothing: return []
            case .folder(let record, let context):
                let current = fetching.context(of: context)
                return current.collections(try current.view.children(ofFolder: record.id))
            case .momentList: return try collectionList.moments(fetching)
            case .transient(let collections, _): return collections
            }
        }
    }

    static func topLevelCollections(_ options: PHFetchOptions?) -> PHFetchResult<PHCollection> {
        run(options, of: .lists) { fetching in
            guard let context = fetching.context else { return [] }
            return context.collections(try context.view.topLevelCollections())
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
