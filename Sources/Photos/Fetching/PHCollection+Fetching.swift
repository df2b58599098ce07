import Albumen
import Catalog
import Foundation

extension PHCollection {
    /// The albums and folders that are directly in a folder, in the user's order; the moments of a list of moments, in
    /// the order of time; or what a transient list was made of.
    public class func fetchCollections(
        in collectionList: PHCollectionList, options: PHFetchOptions?
    ) -> PHFetchResult<PHCollection> {
        CollectionFetching.run(options, of: .lists) { fetching in
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

    /// The user's albums and folders that are in no folder, in the user's order; those that nobody moved are in front,
    /// the newest first. Albums of imports are not among them.
    public class func fetchTopLevelUserCollections(with options: PHFetchOptions?) -> PHFetchResult<PHCollection> {
        CollectionFetching.run(options, of: .lists) { fetching in
            guard let view = fetching.view else { return [] }
            return view.collections(try view.library.topLevelCollections(access: view.access))
        }
    }
}

extension PHFetchResult where ObjectType == PHCollection {
    /// The same albums as a result of collections, which a cast does not give on Linux. Not in Apple's framework.
    public convenience init(_ albums: PHFetchResult<PHAssetCollection>) {
        self.init(ConvertedObjects(albums.source))
    }

    /// The same lists as a result of collections, which a cast does not give on Linux. Not in Apple's framework.
    public convenience init(_ lists: PHFetchResult<PHCollectionList>) {
        self.init(ConvertedObjects(lists.source))
    }
}
