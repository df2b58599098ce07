package import Foundation

/// What a change did to an asset.
package enum AssetFact: Sendable, Hashable {
    /// It came into the library.
    case inserted
    /// It was moved to Recently Deleted.
    case deleted
    /// It was moved out of Recently Deleted.
    case restored
    /// It was deleted permanently.
    case purged
    case favorite(Bool)
    case hidden(Bool)
    /// The new date, with the offset from UTC in seconds if it's known.
    case date(Date?, utcOffset: Int?)
    /// The new place in degrees, or `nil` for none.
    case location(latitude: Double, longitude: Double)
    case locationRemoved
    case caption(String?)
    case keywords([String])
    case rating(Int?)
    /// Its image or video changed: it was edited, an edit was removed, or a file was added.
    case edited
    /// Another value changed, such as the key photo of its burst.
    case other
}
