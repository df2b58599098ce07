package import Foundation
package import Records

/// A new edit of an asset: its recipe, and the files that show the result.
package struct AssetEdit: Sendable {
    package var adjustment: AdjustmentData
    package var renderings: [EditRendering]
    /// The revision of the asset that the edit was made from, or `nil` to replace any other edit. If the asset was
    /// edited or reverted since, the commit fails with `LibraryError.Code.conflictingEdit`.
    package var base: EditRevision?
    /// Whether the recipe applies to the same base as that of the asset's present edit, because its app understood the
    /// recipe. Otherwise, the present rendering becomes the base of the new edit.
    package var isContinuing: Bool
    /// The original that the renderings were made from, or `nil` for the asset's present one. The commit chooses it, so
    /// that the recipe applies to the same file later.
    package var originalChoice: OriginalChoice?

    package init(
        adjustment: AdjustmentData, renderings: [EditRendering], base: EditRevision? = nil, isContinuing: Bool = false,
        originalChoice: OriginalChoice? = nil
    ) {
        self.adjustment = adjustment
        self.renderings = renderings
        self.base = base
        self.isContinuing = isContinuing
        self.originalChoice = originalChoice
    }
}

/// A file that shows an edited photo or video, before the library has it. The intake copies it.
package struct EditRendering: Sendable {
    /// `fullSizePhoto`, `fullSizeVideo` or `fullSizePairedVideo`.
    package var type: ResourceType
    package var file: URL
    /// The uniform type identifier that the bytes must have, or `nil` for any type that a rendering can have.
    package var contentType: String?

    package init(type: ResourceType, file: URL, contentType: String? = nil) {
        self.type = type
        self.file = file
        self.contentType = contentType
    }
}
