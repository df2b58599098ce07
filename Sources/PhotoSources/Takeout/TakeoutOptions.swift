/// The choices of the user for an export of Google Photos.
package struct TakeoutOptions: Sendable, Equatable {
    /// What happens with a mark that Albumen has no field for.
    package enum Marking: Sendable, Equatable {
        /// The photo comes over without the mark, which is listed.
        case listed
        case keyword(String)
        /// An album of this title contains the photos.
        case album(String)
        /// The photo is hidden.
        case hidden
    }

    /// Whether photos of the trash come over.
    package var bringsTrashed = false
    package var archived = Marking.listed
    /// Photos that a partner shared.
    package var partner = Marking.listed
    /// Whether the names of people become keywords.
    package var personsAsKeywords = false
    /// Whether albums without a title come over, with the names of their folders.
    package var bringsUntitledAlbums = false
    /// The account, if the user names it to keep apart the albums of several accounts. Exports don't name it.
    package var account = ""

    package init() {}
}
