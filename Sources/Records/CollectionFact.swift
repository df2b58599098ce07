/// What a change did to an album or a folder. Assets are row identifiers.
package enum CollectionFact: Sendable, Hashable {
    case created
    case deleted
    /// The new title.
    case renamed(String)
    /// It's in another folder, or at another position.
    case moved
    case added([Int64])
    case removed([Int64])
    /// Members have other positions.
    case rearranged
    /// Another value changed, such as the cover.
    case other
}
