import PhotoLibrary
import Records

extension CollectionFetching {
    static func albums(
        of type: PHAssetCollectionType, _ subtype: PHAssetCollectionSubtype, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        let source: CollectionFetch.Source =
            switch type {
            case .album: albums(subtype)
            case .smartAlbum: smartAlbums(subtype)
            case .moment: moments(subtype)
            }
        return run(options, of: .albums, from: source)
    }

    static func albums(
        withLocalIdentifiers identifiers: [String], _ options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        run(options, of: .albums, from: .albumsWithUUIDs(Set(identifiers.compactMap(LocalIdentifier.uuid))))
    }

    static func albums(
        containing asset: PHAsset, _ type: PHAssetCollectionType, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        guard let record = asset.record else { return noAlbums(options) }
        switch type {
        case .album:
            return run(options, of: .albums, in: asset.library, from: .albumsContaining(asset: record.id))
        case .moment:
            return run(options, of: .albums, in: asset.library, from: .momentContaining(assetUUID: record.uuid))
        case .smartAlbum:
            Diagnostics.reportOnce(
                "The smart albums that an asset is in cannot be fetched. Fetch each one's assets with a predicate.")
            return noAlbums(options)
        }
    }

    static func moments(
        in momentList: PHCollectionList, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        guard case .momentList(let list, let context) = momentList.content else { return noAlbums(options) }
        return run(options, of: .albums, in: context.library, from: .momentsInList(uuid: list.uuid))
    }

    static func moments(_ options: PHFetchOptions?) -> PHFetchResult<PHAssetCollection> {
        run(options, of: .albums, from: .moments)
    }

    /// Returns an empty result after checking the options like any fetch.
    static func noAlbums(_ options: PHFetchOptions?) -> PHFetchResult<PHAssetCollection> {
        run(options, of: .albums, from: .nothing)
    }

    private static func albums(_ subtype: PHAssetCollectionSubtype) -> CollectionFetch.Source {
        switch subtype {
        case .albumRegular, .albumImported: return .albums(subtype: CollectionSubtype(subtype))
        case .albumSyncedEvent, .albumSyncedFaces, .albumSyncedAlbum, .albumMyPhotoStream, .albumCloudShared:
            return .nothing
        default:
            if subtype != .any { reportMismatch("Albums", subtype) }
            return .albums(subtype: nil)
        }
    }

    private static func smartAlbums(_ subtype: PHAssetCollectionSubtype) -> CollectionFetch.Source {
        if let album = SmartAlbum.withSubtype(CollectionSubtype(subtype)) { return .smartAlbums([album]) }
        if subtype != .any { reportMismatch("Smart albums", subtype) }
        return .smartAlbums(SmartAlbum.all)
    }

    private static func moments(_ subtype: PHAssetCollectionSubtype) -> CollectionFetch.Source {
        if subtype != .any { reportMismatch("Moments", subtype) }
        return .moments
    }

    private static func reportMismatch(_ kind: String, _ subtype: PHAssetCollectionSubtype) {
        Diagnostics.reportOnce(
            "\(kind) were fetched with the subtype \(subtype) of another type; all of them are given.")
    }
}
