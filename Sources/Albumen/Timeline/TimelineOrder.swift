import Catalog
import PhotoLibrary

/// The order of a timeline.
package enum TimelineOrder: String, Sendable, CaseIterable {
    /// The members' own order in an album and in Recently Deleted, otherwise newest first.
    case standard
    case newest
    case oldest

    /// Returns the sort descriptors. They are empty if the members have an order of their own.
    func orderings(of membership: AssetFetch.Membership) -> [AssetOrdering] {
        switch self {
        case .newest: return [.newestFirst]
        case .oldest: return [AssetOrdering(column: .creationDate, isAscending: true)]
        case .standard:
            switch membership {
            case .album, .rows, .nothing, .smartAlbum(SmartAlbum.recentlyDeleted): return []
            case .library, .smartAlbum, .moment, .keyAssets: return [.newestFirst]
            }
        }
    }
}
