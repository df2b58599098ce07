import Albumen
import Catalog
import Foundation

extension PHCollectionList {
    /// The lists that a collection is in: the folder of an album or folder, the days and the year of a moment. Empty at
    /// the top level, and for other collections.
    public class func fetchCollectionListsContaining(
        _ collection: PHCollection, options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        CollectionFetching.run(options, of: .lists) { fetching in
            switch (collection as? PHAssetCollection)?.content {
            case .album(let record, let view)?: return try fetching.view(of: view).parent(of: record)
            case .moment(let moment, let view)?: return try fetching.view(of: view).lists(.any, containing: moment)
            case .nothing?, .smartAlbum?, .transient?, nil: break
            }
            guard case .folder(let record, let view)? = (collection as? PHCollectionList)?.content else { return [] }
            return try fetching.view(of: view).parent(of: record)
        }
    }

    /// The lists with these identifiers; unknown ones are left out.
    ///
    /// An identifier may lack its suffix.
    public class func fetchCollectionLists(
        withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        let uuids = Set(identifiers.compactMap(LocalIdentifier.uuid))
        return CollectionFetching.run(options, of: .lists) { fetching in
            guard !uuids.isEmpty, let view = fetching.view else { return [] }
            let folders = try view.library.collections(uuids: Array(uuids), access: view.access)
            let rest = uuids.subtracting(folders.map(\.uuid))
            // Lists of moments are found by a look at all assets.
            let lists =
                !rest.contains(where: Moments.canHaveUUID) ? [] : try view.lists(.any).filter { rest.contains($0.uuid) }
            return view.folders(folders) + lists.map(view.list)
        }
    }

    /// The lists of a type and subtype: folders in the user's order, a folder before those in it; lists of moments in
    /// the order of time, clusters before years. There are no smart folders. `any` finds all of the type, as do
    /// subtypes of another type.
    public class func fetchCollectionLists(
        with collectionListType: PHCollectionListType, subtype: PHCollectionListSubtype, options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        CollectionFetching.run(options, of: .lists) { fetching in
            guard let view = fetching.view else { return [] }
            switch collectionListType {
            case .folder:
                if subtype == .rootFolder { return [] }
                if ![.any, .regularFolder].contains(subtype) { reportMismatch("Folders", subtype) }
                return view.folders(try view.library.folders(access: view.access))
            case .momentList: return try view.lists(subtype).map(view.list)
            case .smartFolder: return []
            }
        }
    }

    /// The list of a subtype that a moment is in.
    ///
    /// - Parameter momentListSubtype: `momentListCluster` or `momentListYear`; any other stands for both.
    public class func fetchMomentLists(
        with momentListSubtype: PHCollectionListSubtype, containingMoment moment: PHAssetCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        CollectionFetching.run(options, of: .lists) { fetching in
            guard case .moment(let moment, let view) = moment.content else { return [] }
            return try fetching.view(of: view).lists(momentListSubtype, containing: moment)
        }
    }

    /// All lists of moments of a subtype, in the order of time.
    ///
    /// - Parameter momentListSubtype: `momentListCluster` or `momentListYear`; any other stands for both, clusters
    ///   before years.
    public class func fetchMomentLists(
        with momentListSubtype: PHCollectionListSubtype, options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        CollectionFetching.run(options, of: .lists) { fetching in
            guard let view = fetching.view else { return [] }
            return try view.lists(momentListSubtype).map(view.list)
        }
    }

    /// The moments of a list of moments, as they are now; none of any other.
    func moments(_ fetching: CollectionFetching) throws -> [PHAssetCollection] {
        guard case .momentList(let list, let old) = content else { return [] }
        let view = fetching.view(of: old)
        let moments = try view.moments()
        // The library may have changed since: the list's own range is that of the moments it was made of.
        return moments.list(uuid: list.uuid).map { moments.moments(in: $0).map(view.album) } ?? []
    }

    fileprivate static func reportMismatch(_ kind: String, _ subtype: PHCollectionListSubtype) {
        Diagnostics.reportOnce(
            "\(kind) were fetched with the subtype \(subtype) of another type; all of them are given.")
    }
}

extension LibraryView {
    fileprivate func parent(of collection: CollectionRecord) throws -> [PHCollectionList] {
        folders(try library.parent(of: collection, access: access).map { [$0] } ?? [])
    }

    fileprivate func lists(_ subtype: PHCollectionListSubtype) throws -> [MomentList] {
        let moments = try moments()
        return Self.subtypes(subtype).flatMap { $0 == .cluster ? moments.clusters : moments.years }
    }

    fileprivate func lists(
        _ subtype: PHCollectionListSubtype, containing moment: Moment
    ) throws -> [PHCollectionList] {
        let moments = try moments()
        return Self.subtypes(subtype).compactMap { moments.list($0, containing: moment) }.map(list)
    }

    private static func subtypes(_ subtype: PHCollectionListSubtype) -> [MomentList.Subtype] {
        if let known = MomentList.Subtype(rawValue: subtype.rawValue) { return [known] }
        if subtype != .any { PHCollectionList.reportMismatch("Lists of moments", subtype) }
        return [.cluster, .year]
    }
}
