import Albumen
import Foundation
import Records

extension CollectionFetching {
    static func albums(
        of type: PHAssetCollectionType, _ subtype: PHAssetCollectionSubtype, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        run(options, of: .albums) { fetching in
            switch type {
            case .album: try albums(subtype, fetching.view)
            case .smartAlbum: smartAlbums(subtype)
            case .moment: try moments(subtype, fetching.view)
            }
        }
    }

    static func albums(
        withLocalIdentifiers identifiers: [String], _ options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        let uuids = Set(identifiers.compactMap(LocalIdentifier.uuid))
        return run(options, of: .albums) { fetching in
            let smartAlbums = SmartAlbum.all.filter { uuids.contains($0.uuid) }
            let found = smartAlbums.map(PHAssetCollection.init(smartAlbum:))
            let others = uuids.subtracting(smartAlbums.map(\.uuid))
            guard !others.isEmpty, let view = fetching.view else { return found }
            let albums = try view.library.collections(uuids: Array(others), access: view.access)
            let rest = others.subtracting(albums.map(\.uuid))
            // Moments are found by a look at all assets.
            let moments =
                !rest.contains(where: Moments.canHaveUUID)
                ? [] : try view.moments().moments.filter { rest.contains($0.uuid) }
            return found + view.albums(albums) + moments.map(view.album)
        }
    }

    static func albums(
        containing asset: PHAsset, _ type: PHAssetCollectionType, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        run(options, of: .albums) { fetching in
            guard let record = asset.record, let library = asset.library else { return [] }
            let view = fetching.view(library)
            switch type {
            case .album:
                return view.albums(try library.albums(containingAsset: record.id, access: view.access))
            case .moment:
                // The asset's date may have changed since it was fetched.
                guard let now = try library.asset(withUUID: record.uuid, access: view.access) else { return [] }
                return try view.moment(containing: now).map { [view.album($0)] } ?? []
            case .smartAlbum:
                Diagnostics.reportOnce(
                    "The smart albums that an asset is in cannot be fetched. Fetch each one's assets with a predicate.")
                return []
            }
        }
    }

    static func moments(
        in momentList: PHCollectionList, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        run(options, of: .albums) { try momentList.moments($0) }
    }

    static func moments(_ options: PHFetchOptions?) -> PHFetchResult<PHAssetCollection> {
        run(options, of: .albums) { try moments(.any, $0.view) }
    }

    /// An empty result, after the same checks of the options.
    static func noAlbums(_ options: PHFetchOptions?) -> PHFetchResult<PHAssetCollection> {
        run(options, of: .albums) { _ in [] }
    }

    private static func albums(
        _ subtype: PHAssetCollectionSubtype, _ view: LibraryView?
    ) throws -> [PHAssetCollection] {
        guard let view else { return [] }
        switch subtype {
        case .albumRegular, .albumImported:
            return view.albums(try view.library.albums(subtype: CollectionSubtype(subtype), access: view.access))
        case .albumSyncedEvent, .albumSyncedFaces, .albumSyncedAlbum, .albumMyPhotoStream, .albumCloudShared:
            return []
        default:
            if subtype != .any { reportMismatch("Albums", subtype) }
            return view.albums(try view.library.albums(subtype: nil, access: view.access))
        }
    }

    private static func smartAlbums(_ subtype: PHAssetCollectionSubtype) -> [PHAssetCollection] {
        if let album = SmartAlbum.withSubtype(CollectionSubtype(subtype)) {
            return [PHAssetCollection(smartAlbum: album)]
        }
        if subtype != .any { reportMismatch("Smart albums", subtype) }
        return SmartAlbum.all.map(PHAssetCollection.init(smartAlbum:))
    }

    private static func moments(
        _ subtype: PHAssetCollectionSubtype, _ view: LibraryView?
    ) throws -> [PHAssetCollection] {
        if subtype != .any { reportMismatch("Moments", subtype) }
        return try view.map { view in try view.moments().moments.map(view.album) } ?? []
    }

    private static func reportMismatch(_ kind: String, _ subtype: PHAssetCollectionSubtype) {
        Diagnostics.reportOnce(
            "\(kind) were fetched with the subtype \(subtype) of another type; all of them are given.")
    }
}

extension LibraryView {
    /// The moment that an asset is in: one whose time its date is in, since moments do not overlap. Nil for an asset
    /// that no moment shows, such as a hidden one.
    fileprivate func moment(containing asset: AssetRecord) throws -> Moment? {
        let candidate = try moments().moments.first { moment in
            guard let date = asset.creationDate, let start = moment.startDate, let end = moment.endDate else {
                return asset.creationDate == nil && moment.startDate == nil
            }
            return (start...end).contains(date)
        }
        guard let candidate else { return nil }
        var fetch = AssetFetch()
        fetch.membership = .moment(candidate)
        fetch.restrictions = [AssetFetch.identifierFilter([asset.uuid])]
        return try library.assetCount(fetch, access: access) > 0 ? candidate : nil
    }
}
