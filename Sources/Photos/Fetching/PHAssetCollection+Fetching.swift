import Albumen
import Foundation

extension PHAssetCollection {
    /// The albums of a type and subtype.
    ///
    /// A smart album is found by its own subtype; `any`, and subtypes of another type, find all smart albums, as apps
    /// have come to expect. Kinds of albums that nothing in the library can produce give an empty result.
    public class func fetchAssetCollections(
        with type: PHAssetCollectionType, subtype: PHAssetCollectionSubtype, options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        guard type == .smartAlbum else { return PHFetchResult() }
        return fetch(smartAlbums(subtype), options)
    }

    /// The albums with these identifiers; unknown ones are left out.
    public class func fetchAssetCollections(
        withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        let uuids = Set(identifiers.compactMap(LocalIdentifier.uuid))
        return fetch(SmartAlbum.all.filter { uuids.contains($0.uuid) }, options)
    }

    private static func smartAlbums(_ subtype: PHAssetCollectionSubtype) -> [SmartAlbum] {
        if let album = SmartAlbum.withSubtype(subtype.rawValue) { return [album] }
        switch subtype {
        case .any:
            return SmartAlbum.all
        case .smartAlbumRecentlyDeleted, .smartAlbumRecovered:
            return []
        default:
            Diagnostics.reportOnce(
                "Smart albums were fetched with the subtype \(subtype) of another type; all smart albums are given.")
            return SmartAlbum.all
        }
    }

    private static func fetch(_ albums: [SmartAlbum], _ options: PHFetchOptions?) -> PHFetchResult<PHAssetCollection> {
        guard PhotoLibrarySession.current.accessForReading() != nil else { return PHFetchResult() }
        let collections = albums.map(PHAssetCollection.init(smartAlbum:))
        let limit = options.map(\.fetchLimit) ?? 0
        return PHFetchResult(HeldObjects(objects: limit > 0 ? Array(collections.prefix(limit)) : collections))
    }
}
