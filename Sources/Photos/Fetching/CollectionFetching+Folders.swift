import PhotoLibrary
import Records

extension CollectionFetching {
    static func lists(
        containing collection: PHCollection, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        let source: CollectionFetch.Source =
            switch collection.fetched {
            case .album(let record), .folder(let record): .parent(of: record)
            case .moment(let moment): .momentListsContaining(moment, [.cluster, .year])
            case .smartAlbum, .rootFolder, .momentList, .object, nil: .nothing
            }
        return run(options, of: .lists, in: collection.library, from: source)
    }

    static func lists(
        withLocalIdentifiers identifiers: [String], _ options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        run(options, of: .lists, from: .listsWithUUIDs(Set(identifiers.compactMap(LocalIdentifier.uuid))))
    }

    static func lists(
        of type: PHCollectionListType, _ subtype: PHCollectionListSubtype, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        let source: CollectionFetch.Source =
            switch type {
            case .folder: folders(subtype)
            case .momentList: .momentLists(momentLists(subtype))
            case .smartFolder: .nothing
            }
        return run(options, of: .lists, from: source)
    }

    static func momentLists(
        _ subtype: PHCollectionListSubtype, containing moment: PHAssetCollection, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        guard case .moment(let moment, let context) = moment.content else {
            return run(options, of: .lists, from: .nothing)
        }
        return run(
            options, of: .lists, in: context.library, from: .momentListsContaining(moment, momentLists(subtype)))
    }

    static func momentLists(
        _ subtype: PHCollectionListSubtype, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        run(options, of: .lists, from: .momentLists(momentLists(subtype)))
    }

    private static func folders(_ subtype: PHCollectionListSubtype) -> CollectionFetch.Source {
        if subtype == .rootFolder { return .rootFolder }
        if ![.any, .regularFolder].contains(subtype) { reportMismatch("Folders", subtype) }
        return .folders
    }

    private static func momentLists(_ subtype: PHCollectionListSubtype) -> [MomentList.Subtype] {
        if let known = MomentList.Subtype(rawValue: subtype.rawValue) { return [known] }
        if subtype != .any { reportMismatch("Lists of moments", subtype) }
        return [.cluster, .year]
    }

    private static func reportMismatch(_ kind: String, _ subtype: PHCollectionListSubtype) {
        Diagnostics.reportOnce(
            "\(kind) were fetched with the subtype \(subtype) of another type; all of them are given.")
    }
}
