package import Foundation

/// The date that an asset was imported with: a row of `originalDate`.
package struct OriginalDate: Sendable, Equatable {
    package var creationDate: Date?
    /// Seconds east of UTC, or `nil` if the time zone is unknown.
    package var utcOffset: Int?
    package var utcOffsetSource: UTCOffsetSource?
    /// A case of `MediaProbe.CaptureDate.Source`.
    package var dateSource: String?

    /// The date that the asset has now.
    package init(_ asset: AssetRecord) {
        creationDate = asset.creationDate
        utcOffset = asset.utcOffset
        utcOffsetSource = asset.utcOffsetSource
        dateSource = asset.dateSource
    }

    package init(creationDate: Date?, utcOffset: Int?, dateSource: String?) {
        self.creationDate = creationDate
        self.utcOffset = utcOffset
        self.dateSource = dateSource
    }

    package func apply(to asset: inout AssetRecord) {
        asset.creationDate = creationDate
        asset.utcOffset = utcOffset
        asset.utcOffsetSource = utcOffsetSource
        asset.dateSource = dateSource
    }
}
