import Albumen
import Foundation
import Records

extension CollectionFetching {
    static func lists(
        containing collection: PHCollection, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        run(options, of: .lists) { fetching in
            switch (collection as? PHAssetCollection)?.content {
            case .album(let record, let context)?: return try fetching.context(of: context).parent(of: record)
            case .moment(let moment, let context)?:
                return try fetching.context(of: context).lists(.any, containing: moment)
            case .nothing?, .smartAlbum?, .transient?, nil: break
            }
            guard case .folder(let record, let context)? = (collection as? PHCollectionList)?.content else { return [] }
            return try fetching.context(of: context).parent(of: record)
        }
    }

    static func lists(
        withLocalIdentifiers identifiers: [String], _ options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        let uuids = Set(identifiers.compactMap(LocalIdentifier.uuid))
        return run(options, of: .lists) { fetching in
            guard !uuids.isEmpty, let context = fetching.context else { return [] }
            let folders = try context.view.collections(uuids: Array(uuids))
            let rest = uuids.subtracting(folders.map(\.uuid))
            // Lists of moments are found by a look at all assets.
            let lists =
                !rest.contains(where: Moments.canHaveUUID) ? [] : try context.lists(.any).filter { rest.contains($0.uuid) }
            return context.folders(folders) + lists.map(context.list)
        }
    }

    static func lists(
        of type: PHCollectionListType, _ subtype: PHCollectionListSubtype, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        run(options, of: .lists) { fetching in
            guard let context = fetching.context else { return [] }
            switch type {
            case .folder:
                if subtype == .rootFolder { return [] }
                if ![.any, .regularFolder].contains(subtype) { reportListMismatch("Folders", subtype) }
                return context.folders(try context.view.folders())
            case .momentList: return try context.lists(subtype).map(context.list)
            case .smartFolder: return []
            }
        }
    }

    static func momentLists(
        _ subtype: PHCollectionListSubtype, containing moment: PHAssetCollection, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        run(options, of: .lists) { fetching in
            guard case .moment(let moment, let context) = moment.content else { return [] }
            return try fetching.context(of: context).lists(subtype, containing: moment)
        }
    }

    static func momentLists(
        _ subtype: PHCollectionListSubtype, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        run(options, of: .lists) { fetching in
            guard let context = fetching.context else { return [] }
            return try context.lists(subtype).map(context.list)
        }
    }

    fileprivate static func reportListMismatch(_ kind: String, _ subtype: PHCollectionListSubtype) {
        Diagnostics.reportOnce(
            "\(kind) were fetched with the subtype \(subtype) of another type; all of them are given.")
    }
}

extension PHCollectionList {
    /// The moments of a list of moments, as they are now; none of any other.
    func moments(_ fetching: CollectionFetching) throws -> [PHAssetCollection] {
        guard case .momentList(let list, let old) = content else { return [] }
        let context = fetching.context(of: old)
        let moments = try context.moments()
        // The library may have changed since: the list's own range is that of the moments it was made of.
        return moments.list(uuid: list.uuid).map { moments.moments(in: $0).map(context.album) } ?? []
    }
}

extension FetchContext {
    fileprivate func parent(of collection: CollectionRecord) throws -> [PHCollectionList] {
        folders(try view.parent(of: collection).map { [$0] } ?? [])
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
        if subtype != .any { CollectionFetching.reportListMismatch("Lists of moments", subtype) }
        return [.cluster, .year]
    }
}
