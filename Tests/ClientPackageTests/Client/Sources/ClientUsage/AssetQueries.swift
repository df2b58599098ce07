import Photos

extension PHFetchOptions {
    /// Newest first, at most so many.
    static func newest(_ limit: Int, of type: PHAssetMediaType? = nil) -> PHFetchOptions {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        options.fetchLimit = limit
        if let type = type {
            options.predicate = NSPredicate(format: "mediaType == %d", type.rawValue)
        }
        return options
    }
}

/// What the screens of an app look for.
final class AssetQueries {
    func everything() -> PHFetchResult<PHAsset> {
        let options = PHFetchOptions()
        options.includeHiddenAssets = true
        options.includeAllBurstAssets = true
        options.includeAssetSourceTypes = [.typeUserLibrary, .typeCloudShared, .typeiTunesSynced]
        return PHAsset.fetchAssets(with: options)
    }

    func recentVideos() -> PHFetchResult<PHAsset> {
        PHAsset.fetchAssets(with: .video, options: .newest(20))
    }

    func slowMotion() -> PHFetchResult<PHAsset> {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(
            format: "(mediaType == %d) AND ((mediaSubtype & %d) == %d)", PHAssetMediaType.video.rawValue,
            PHAssetMediaSubtype.videoHighFrameRate.rawValue, PHAssetMediaSubtype.videoHighFrameRate.rawValue)
        return PHAsset.fetchAssets(with: options)
    }

    func album(_ collection: PHAssetCollection, since date: Date) -> PHFetchResult<PHAsset> {
        let options = PHFetchOptions()
        options.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
            NSPredicate(format: "mediaType IN %@", [PHAssetMediaType.image.rawValue, PHAssetMediaType.video.rawValue]),
            NSPredicate(format: "creationDate > %@", date as NSDate),
        ])
        return PHAsset.fetchAssets(in: collection, options: options)
    }

    /// The selection of the last time, as far as it is still there.
    func selection(_ identifiers: [String]) -> [String: PHAsset] {
        var assets: [String: PHAsset] = [:]
        PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil).enumerateObjects { asset, _, _ in
            assets[asset.localIdentifier] = asset
        }
        return assets
    }

    func burst(of asset: PHAsset) -> PHFetchResult<PHAsset> {
        guard let identifier = asset.burstIdentifier else { return PHFetchResult() }
        let options = PHFetchOptions()
        options.includeAllBurstAssets = true
        return PHAsset.fetchAssets(withBurstIdentifier: identifier, options: options)
    }

    func cover(of collection: PHAssetCollection) -> PHAsset? {
        PHAsset.fetchKeyAssets(in: collection, options: nil)?.firstObject
            ?? PHAsset.fetchAssets(in: collection, options: .newest(1)).firstObject
    }
}
