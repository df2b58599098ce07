package import Foundation
package import Records

/// The app, format and date of an asset's edit.
package struct EditSummary: Sendable, Equatable {
    package let date: Date?
    /// The app that made the edit, or `nil` if it's unknown. Apps read only their own name.
    package let editor: String?
    /// Can be empty. `nil` if it's unknown.
    package let formatIdentifier: String?
    package let formatVersion: String?
}

extension LibraryView {
    /// Describes the edit of an asset. If the edit's document is remote or damaged, only the catalog's values are known.
    ///
    /// - Returns: `nil` if the asset isn't edited.
    package func editSummary(of asset: AssetRecord) throws -> EditSummary? {
        guard asset.hasAdjustments, let editing = try editing(ofAsset: asset.uuid) else { return nil }
        let document = try? adjustmentDocument(of: editing)
        let isNamed = principal.isOwner || document?.editor == principal.client
        return EditSummary(
            date: asset.adjustmentTimestamp ?? document?.timestamp, editor: isNamed ? document?.editor : nil,
            formatIdentifier: document?.adjustment.formatIdentifier ?? asset.adjustmentFormatIdentifier,
            formatVersion: document?.adjustment.formatVersion)
    }
}
