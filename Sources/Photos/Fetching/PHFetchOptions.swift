public import Foundation

/// The filter, order and limit of a fetch.
///
/// ```swift
/// let options = PHFetchOptions()
/// options.predicate = NSPredicate(format: "isFavorite == YES AND pixelWidth > %d", 4000)
/// options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
/// options.fetchLimit = 50
/// let favorites = PHAsset.fetchAssets(with: options)
/// print(favorites.count)
/// ```
///
/// A fetch reads its options once. Later changes of the options have no effect on its result.
open class PHFetchOptions: NSObject, NSCopying {
    /// A predicate that objects must match.
    ///
    /// Predicates for assets can use the keys that Apple documents, and `location`, `sourceType`, `representsBurst`,
    /// `addedDate`, `mediaSubtype` and `mediaSubTypes`. Any other key stops the program at the fetch, with a message
    /// that names it.
    open var predicate: NSPredicate?

    /// The sort order. By default, assets are sorted by creation date, with the oldest first. Equal objects are
    /// sorted by identifier.
    open var sortDescriptors: [NSSortDescriptor]?

    /// Whether to include hidden assets. The default is `false`.
    open var includeHiddenAssets: Bool {
        get { hiddenChoice ?? false }
        set { hiddenChoice = newValue }
    }

    /// Whether to include all photos of a burst. By default, a fetch only includes its representative and the photos
    /// that the user picked.
    open var includeAllBurstAssets: Bool {
        get { burstChoice ?? false }
        set { burstChoice = newValue }
    }

    /// The sources of assets. An empty set, the default, means the user's own library.
    open var includeAssetSourceTypes: PHAssetSourceType = []

    /// The largest number of objects, applied after sorting. 0, the default, means no limit.
    open var fetchLimit = 0

    /// Whether change details of the result contain incremental changes. The default is `true`. If it's `false`, they
    /// only contain the new result.
    open var wantsIncrementalChangeDetails = true

    /// Whether a fetch of assets reads their captions, keywords and filenames (``PHAsset/extendedMetadata``) together
    /// with them. The default is `false`: the first access of an asset's metadata reads them. Only the cost differs.
    /// Fetches of collections ignore it.
    open var prefetchAssetExtendedMetadata = false

    /// The values that the client has set. Fetches by identifier include both kinds of assets unless the client
    /// excludes them.
    private(set) var hiddenChoice: Bool?
    private(set) var burstChoice: Bool?

    public override init() {}

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHFetchOptions()
        copy.predicate = predicate
        copy.sortDescriptors = sortDescriptors
        copy.hiddenChoice = hiddenChoice
        copy.burstChoice = burstChoice
        copy.includeAssetSourceTypes = includeAssetSourceTypes
        copy.fetchLimit = fetchLimit
        copy.wantsIncrementalChangeDetails = wantsIncrementalChangeDetails
        copy.prefetchAssetExtendedMetadata = prefetchAssetExtendedMetadata
        return copy
    }
}
