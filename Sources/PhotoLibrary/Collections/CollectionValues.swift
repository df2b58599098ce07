package import Foundation

/// The values of one collection for predicates and sorts.
package struct CollectionValues: Sendable {
    package var localIdentifier: String
    package var localizedTitle: String?
    package var startDate: Date?
    package var endDate: Date?
    /// The number of assets, or `NSNotFound` if they weren't counted.
    package var estimatedAssetCount: Int

    package init(
        localIdentifier: String, localizedTitle: String?, startDate: Date?, endDate: Date?, estimatedAssetCount: Int
    ) {
        self.localIdentifier = localIdentifier
        self.localizedTitle = localizedTitle
        self.startDate = startDate
        self.endDate = endDate
        self.estimatedAssetCount = estimatedAssetCount
    }
}
