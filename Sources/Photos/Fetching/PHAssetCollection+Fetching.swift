import Albumen
import Foundation

extension PHAssetCollection {
    /// The albums of a type and subtype.
    ///
    /// A smart album is found by its own subtype; `any`, and subtypes of another type, find all smart albums, as apps
    /// have come to expect. Kinds of albums that nothing in the library can produce give an empty result.
    ///
    /// Options that collections do not support stop the program, whether or not there are albums to fetch.
    public class func fetchAssetCollections(
        with type: PHAssetCollectionType, subtype: PHAssetCollectionSubtype, options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        let fetch = CollectionFetch(options)
        return run(fetch, among: type == .smartAlbum ? smartAlbums(subtype) : [])
    }

    /// The albums with these identifiers; unknown ones are left out.
    public class func fetchAssetCollections(
        withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        let uuids = Set(identifiers.compactMap(LocalIdentifier.uuid))
        return run(CollectionFetch(options), among: SmartAlbum.all.filter { uuids.contains($0.uuid) })
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

    private static func run(_ fetch: CollectionFetch, among albums: [SmartAlbum]) -> PHFetchResult<PHAssetCollection> {
        guard PhotoLibrarySession.current.accessForReading() != nil else { return PHFetchResult() }
        let collections = albums.map(PHAssetCollection.init(smartAlbum:))
        return PHFetchResult(HeldObjects(objects: fetch.choose(from: collections, values: CollectionValues.init)))
    }
}

extension CollectionFetch {
    /// What a client's options ask for. An option that PhotoKit does not support stops the program, as on Apple's
    /// platforms, with the key and those that are allowed.
    fileprivate init(_ options: PHFetchOptions?) {
        do throws(Albumen.PredicateError) {
            var predicate: Albumen.Predicate?
            if let given = options?.predicate { predicate = try Albumen.Predicate(readingFrom: given) }
            var sorts: [(key: String, isAscending: Bool)] = []
            for descriptor in options?.sortDescriptors ?? [] {
                sorts.append(try descriptor.sortKey(keyPathNames: Self.keyPathNames))
            }
            let limit = options.map(\.fetchLimit) ?? 0
            try self.init(predicate: predicate, sorts: sorts, limit: limit > 0 ? limit : nil)
        } catch {
            raiseInvalidArgument(error.description)
        }
    }

    /// The keys of `NSSortDescriptor(keyPath:)` over `PHAssetCollection`.
    private static var keyPathNames: [AnyKeyPath: String] {
        [
            \PHAssetCollection.localIdentifier: "localIdentifier",
            \PHAssetCollection.localizedTitle: "localizedTitle", \PHAssetCollection.startDate: "startDate",
            \PHAssetCollection.endDate: "endDate", \PHAssetCollection.estimatedAssetCount: "estimatedAssetCount",
        ]
    }
}

extension CollectionValues {
    fileprivate init(_ collection: PHAssetCollection) {
        self.init(
            localIdentifier: collection.localIdentifier, localizedTitle: collection.localizedTitle,
            startDate: collection.startDate, endDate: collection.endDate,
            estimatedAssetCount: collection.estimatedAssetCount)
    }
}
