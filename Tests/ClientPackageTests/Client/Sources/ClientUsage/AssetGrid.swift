import Photos

extension PHFetchResult where ObjectType == PHAsset {
    /// All assets, for an app that keeps them itself.
    var assets: [PHAsset] {
        var assets: [PHAsset] = []
        assets.reserveCapacity(count)
        enumerateObjects { asset, _, _ in assets.append(asset) }
        return assets
    }
}

/// The data source of a grid.
final class AssetGrid {
    private(set) var result = PHFetchResult<PHAsset>()
    private var selected: Set<PHAsset> = []

    func show(_ collection: PHAssetCollection) {
        result = PHAsset.fetchAssets(in: collection, options: nil)
        selected = selected.filter { result.contains($0) }
    }

    var numberOfItems: Int { result.count }

    /// Under the grid: "12 photos, 3 videos".
    var summary: String {
        "\(result.countOfAssets(with: .image)) photos, \(result.countOfAssets(with: .video)) videos"
    }

    func asset(at indexPath: IndexPath) -> PHAsset {
        result.object(at: indexPath.item)
    }

    func toggle(_ index: Int) {
        let asset = result[index]
        if selected.remove(asset) == nil { selected.insert(asset) }
    }

    func indexPath(of asset: PHAsset) -> IndexPath? {
        let index = result.index(of: asset)
        return index == NSNotFound ? nil : IndexPath(item: index, section: 0)
    }

    var latest: PHAsset? { result.lastObject }

    func neighbours(of index: Int) -> [PHAsset] {
        result.objects(at: IndexSet(integersIn: max(0, index - 3)..<min(result.count, index + 4)))
    }

    func firstVideo(fromEnd: Bool) -> PHAsset? {
        var found: PHAsset?
        result.enumerateObjects(options: fromEnd ? .reverse : []) { asset, _, stop in
            guard asset.mediaType == .video else { return }
            found = asset
            stop.pointee = true
        }
        return found
    }

    func durations(at indexes: IndexSet) -> TimeInterval {
        var sum: TimeInterval = 0
        result.enumerateObjects(at: indexes, options: []) { asset, _, _ in sum += asset.duration }
        return sum
    }
}
