import Photos
import UIKit

func usePHFetchOptions() -> PHFetchOptions? {
    let options: PHFetchOptions = PHFetchOptions()
    options.predicate = nil
    options.predicate = NSPredicate(format: "mediaType = %d", PHAssetMediaType.image.rawValue)
    let _: NSPredicate? = options.predicate
    options.sortDescriptors = nil
    options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
    let _: [NSSortDescriptor]? = options.sortDescriptors
    options.includeHiddenAssets = true
    let _: Bool = options.includeHiddenAssets
    options.includeAllBurstAssets = true
    let _: Bool = options.includeAllBurstAssets
    options.includeAssetSourceTypes = [.typeUserLibrary, .typeCloudShared, .typeiTunesSynced]
    let _: PHAssetSourceType = options.includeAssetSourceTypes
    options.fetchLimit = 1
    let _: Int = options.fetchLimit
    options.wantsIncrementalChangeDetails = false
    let _: Bool = options.wantsIncrementalChangeDetails
    options.prefetchAssetExtendedMetadata = true
    let _: Bool = options.prefetchAssetExtendedMetadata

    let _: any NSCopying = options
    let _: NSObject = options
    let _: Any = options.copy(with: nil)
    return options.copy() as? PHFetchOptions
}

/// Options of an app's own.
class NewestFirst: PHFetchOptions {
    override init() {
        super.init()
        sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        includeAssetSourceTypes = .typeUserLibrary
    }
}

extension PHFetchOptions {
    convenience init(limit: Int) {
        self.init()
        fetchLimit = limit
    }

    static var newest: PHFetchOptions {
        let options = PHFetchOptions(limit: 1)
        options.sortDescriptors = [NSSortDescriptor(key: "modificationDate", ascending: false)]
        return options
    }
}
