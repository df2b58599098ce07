package import Foundation

/// An edit that was replaced or reverted. The catalog keeps its files for a time, so that the change can be undone.
package struct FormerEdit: Sendable, Equatable {
    /// 0 until the row is in the catalog.
    package var id: Int64 = 0
    package var assetID: Int64 = 0
    package var removedDate: Date
    package var adjustmentFormatIdentifier: String?
    package var adjustmentTimestamp: Date?
    package var playbackVariation = PlaybackVariation.none
    /// The values of the asset's row with the edit.
    package var values = UnadjustedValues()

    package init(removedDate: Date) {
        self.removedDate = removedDate
    }

    /// Takes the values of an edited asset.
    package init(of asset: AssetRecord, placeholder: Data?, removedDate: Date) {
        assetID = asset.id
        self.removedDate = removedDate
        adjustmentFormatIdentifier = asset.adjustmentFormatIdentifier
        adjustmentTimestamp = asset.adjustmentTimestamp
        playbackVariation = asset.playbackVariation
        values = UnadjustedValues(asset, placeholder: placeholder)
    }
}
