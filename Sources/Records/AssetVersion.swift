/// A version of an asset, as `PHImageRequestOptionsVersion` names it.
package enum AssetVersion: Sendable, Hashable, CaseIterable {
    /// With all edits.
    case current
    /// Without edits. For a RAW and its JPEG, the one that the user chose as the original; first the JPEG.
    case unadjusted
    /// Without edits; for a RAW and its JPEG, the RAW.
    case original
    /// Without edits; for a RAW and its JPEG, the JPEG.
    case compressed
}
