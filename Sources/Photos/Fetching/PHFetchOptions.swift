public import Foundation

/// What to fetch and in which order. A fetch reads its options once; changing them later changes no result.
open class PHFetchOptions: NSObject, NSCopying {
    /// Which objects to fetch. Assets can be asked for by the keys that Apple documents, and by `location`,
    /// `sourceType`, `representsBurst`, `addedDate`, `mediaSubtype` and `mediaSubTypes`; any other key stops the
    /// program when the fetch is made, with a message that names it.
    open var predicate: NSPredicate?

    /// In which order. Without one, assets come by creation date, oldest first. Ties are broken by identifier.
    open var sortDescriptors: [NSSortDescriptor]?

    /// Whether hidden assets are fetched; `false` at first.
    open var includeHiddenAssets: Bool {
        get { hiddenChoice ?? false }
        set { hiddenChoice = newValue }
    }

    /// Whether all photos of a burst are fetched; at first only those that stand for it or that the user picked.
    open var includeAllBurstAssets: Bool {
        get { burstChoice ?? false }
        set { burstChoice = newValue }
    }

    /// From where; at first empty, which stands for the user's own library.
    open var includeAssetSourceTypes: PHAssetSourceType = []

    /// The most objects to fetch, counted after sorting; 0, as at first, for all.
    open var fetchLimit = 0

    /// Whether details of changes to the result tell how it changed, step by step; `true` at first. Otherwise they tell that
    /// it did, and give the result as it is then.
    open var wantsIncrementalChangeDetails = true

    /// What the client itself has set. Fetches by identifiers include both kinds of assets unless a client excludes them.
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
        return copy
    }
}
