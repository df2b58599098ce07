import Photos

extension PHAssetCollection {
    /// The number of photos; smart albums do not tell, and are counted.
    var photoCount: Int {
        estimatedAssetCount == NSNotFound
            ? PHAsset.fetchAssets(in: self, options: nil).count : estimatedAssetCount
    }

    /// Where and when, under the title of a moment.
    var subtitle: String {
        var words = localizedLocationNames
        if let start = startDate, let end = endDate { words.append("\(start) – \(end)") }
        if let place = approximateLocation { words.append("\(place.coordinate.latitude)") }
        return words.joined(separator: ", ")
    }
}

/// The list of albums, as most pickers show it.
final class AlbumList {
    struct Section {
        var title: String
        var albums: [PHAssetCollection]
    }

    /// In this order; what is not named here is not shown.
    private static let shown: [PHAssetCollectionSubtype] = [
        .smartAlbumUserLibrary, .smartAlbumRecentlyAdded, .smartAlbumFavorites, .smartAlbumSelfPortraits,
        .smartAlbumPanoramas, .smartAlbumScreenshots, .smartAlbumDepthEffect, .smartAlbumLivePhotos,
        .smartAlbumAnimated, .smartAlbumLongExposures, .smartAlbumBursts, .smartAlbumVideos, .smartAlbumSlomoVideos,
        .smartAlbumTimelapses,
    ]

    private static let synchronized: [PHAssetCollectionSubtype] = [
        .albumSyncedEvent, .albumSyncedFaces, .albumSyncedAlbum, .albumMyPhotoStream, .albumCloudShared,
    ]

    func sections() -> [Section] {
        [
            Section(title: "Library", albums: smartAlbums()), Section(title: "Mine", albums: ownAlbums()),
            Section(title: "Moments", albums: all(.moment)), Section(title: "Synced", albums: syncedAlbums()),
        ]
    }

    private func all(_ type: PHAssetCollectionType) -> [PHAssetCollection] {
        var albums: [PHAssetCollection] = []
        PHAssetCollection.fetchAssetCollections(with: type, subtype: .any, options: nil)
            .enumerateObjects { album, _, _ in albums.append(album) }
        return albums
    }

    private func smartAlbums() -> [PHAssetCollection] {
        all(.smartAlbum)
            .filter { album in
                Self.shown.contains(album.assetCollectionSubtype) && !isOfDeleted(album)
                    && album.assetCollectionSubtype != .smartAlbumAllHidden
                    && album.assetCollectionSubtype != .smartAlbumGeneric
            }
            .sorted { Self.rank($0) < Self.rank($1) }
    }

    private static func rank(_ album: PHAssetCollection) -> Int {
        shown.firstIndex(of: album.assetCollectionSubtype) ?? shown.count
    }

    /// Kinds of albums that are known by their number alone.
    private func isOfDeleted(_ album: PHAssetCollection) -> Bool {
        [PHAssetCollectionSubtype(rawValue: 1_000_000_201), PHAssetCollectionSubtype(rawValue: 1_000_000_219)]
            .contains(album.assetCollectionSubtype)
            || album.assetCollectionSubtype.rawValue > 1_000_000_000
                && album.assetCollectionSubtype.rawValue != PHAssetCollectionSubtype.any.rawValue
    }

    private func ownAlbums() -> [PHAssetCollection] {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "estimatedAssetCount > 0")
        options.sortDescriptors = [NSSortDescriptor(key: "localizedTitle", ascending: true)]
        var albums: [PHAssetCollection] = []
        for subtype in [PHAssetCollectionSubtype.albumRegular, .albumImported] {
            PHAssetCollection.fetchAssetCollections(with: .album, subtype: subtype, options: options)
                .enumerateObjects { album, _, _ in albums.append(album) }
        }
        return albums
    }

    private func syncedAlbums() -> [PHAssetCollection] {
        Self.synchronized.flatMap { subtype -> [PHAssetCollection] in
            let albums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: subtype, options: nil)
            return (0..<albums.count).map { albums[$0] }
        }
    }

    /// The album of the last time.
    func album(_ identifier: String) -> PHAssetCollection {
        PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [identifier], options: nil).firstObject
            ?? PHAssetCollection()
    }

    func albums(with asset: PHAsset) -> [String] {
        let albums = PHAssetCollection.fetchAssetCollectionsContaining(asset, with: .album, options: nil)
        return (0..<albums.count).compactMap { albums.object(at: $0).localizedTitle }
    }

    /// A page for the photos that match a search.
    func page(of assets: PHFetchResult<PHAsset>) -> PHAssetCollection {
        PHAssetCollection.transientAssetCollection(withAssetFetchResult: assets, title: "Found")
    }

    func isShownAsAlbum(_ collection: PHCollection) -> Bool {
        (collection as? PHAssetCollection)?.assetCollectionType == .album
    }
}

/// The tree of folders, as a sidebar shows it.
final class FolderTree {
    func titles() -> [String] {
        titles(of: PHCollectionList.fetchTopLevelUserCollections(with: nil), depth: 0)
    }

    func isEmpty() -> Bool {
        PHAssetCollection.fetchTopLevelUserCollections(with: nil).count == 0
            && PHCollection.fetchTopLevelUserCollections(with: nil).firstObject == nil
    }

    private func titles(of collections: PHFetchResult<PHCollection>, depth: Int) -> [String] {
        var titles: [String] = []
        collections.enumerateObjects { collection, _, _ in
            titles.append(String(repeating: "  ", count: depth) + (collection.localizedTitle ?? ""))
            if let folder = collection as? PHCollectionList {
                titles += self.titles(
                    of: PHCollectionList.fetchCollections(in: folder, options: nil), depth: depth + 1)
            }
        }
        return titles
    }

    func albums(in folder: PHCollectionList) -> [PHAssetCollection] {
        let children = PHCollection.fetchCollections(in: folder, options: nil)
        return children.objects(at: IndexSet(integersIn: 0..<children.count)).compactMap { $0 as? PHAssetCollection }
    }
}
