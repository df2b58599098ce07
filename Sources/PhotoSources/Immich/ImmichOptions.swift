/// The choices of an import from a server of Immich.
package struct ImmichOptions: Sendable, Equatable {
    /// The mark of archived photos, which stay in Immich and don't appear on its timeline.
    package enum Marking: Sendable, Equatable {
        /// The photo comes over without the mark, which is listed.
        case listed
        case keyword(String)
        /// The photo is hidden.
        case hidden
    }

    /// Whether items in Immich's trash are brought over.
    package var bringsTrashed = false
    /// Whether albums and items of other users are brought over, if they share them with the key's user.
    package var bringsShared = false
    package var archived = Marking.listed
    /// Whether the names of persons are brought over as keywords.
    package var personsAsKeywords = false
    /// Whether the photos of a stack become a burst. People also stack a photo with its RAW or its edited copy.
    package var stacksAsBursts = false
    /// Whether the key and the photos are sent unencrypted to a server on the internet. In private networks they are
    /// in any case, if the address begins with `http`.
    package var allowsPlainHTTP = false

    package init() {}
}
