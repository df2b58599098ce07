/// What bringing over an item, an album or a folder of a source did.
package enum SourceOutcome: Sendable, Equatable {
    case created
    /// The library had an asset of the same bytes, or of the same album before. It stands for the item from now on.
    case adopted
    /// The source or its files had something new.
    case updated
    case unchanged
    /// The asset is in Recently Deleted, and stays there.
    case trashed
    /// The user deleted the album or the folder, so it isn't brought over again.
    case deleted
}
