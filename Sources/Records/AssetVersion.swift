/// A version of an asset, as `PHImageRequestOptionsVersion` names it.
package enum AssetVersion: Sendable, Hashable, CaseIterable {
    /// With all edits.
    case current
    /// Without edits, in the format that most apps read.
    case unadjusted
    /// Without edits; for a RAW and its JPEG, the RAW.
    case original
}
