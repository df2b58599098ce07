package import Foundation

/// The values of one collection that predicates and sorts name.
package struct CollectionValues: Sendable {
    package var localIdentifier: String
    package var localizedTitle: String?
    package var startDate: Date?
    package var endDate: Date?
    /// `NSNotFound` if nobody has counted.
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
