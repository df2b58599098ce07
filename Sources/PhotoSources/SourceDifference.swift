/// A fact of a source that isn't brought over, and the reason. The raw values of kinds and reasons appear in JSON.
package struct SourceDifference: Sendable, Equatable {
    /// The kinds of facts that the table at the end of an import counts.
    package enum Fact: String, Sendable, CaseIterable {
        case photos, videos
        case livePhotos = "live-photos"
        case rawPairs = "raw-pairs"
        case bursts
        case slowMotion = "slow-motion"
        case edits, dates, places, titles, captions, keywords, ratings, favorites, hidden
        case albums, folders, memberships, covers
        case smartAlbums = "smart-albums"
        case persons
        case otherFiles = "other-files"
        case labels
        case placeNames = "place-names"
    }

    package enum Reason: String, Sendable, CaseIterable {
        /// The original is only in iCloud.
        case inCloud = "in-cloud"
        /// The original is outside the library, and wasn't found in the named volumes.
        case referenced
        /// The source says that the file is here, but it's absent.
        case absent
        /// The file is empty.
        case empty
        /// The file can't be read, or its format isn't known.
        case unreadable
        /// The item is in the source's trash.
        case trashed
        /// The item belongs to a shared album.
        case shared
        /// The item was sent in a message, and not saved.
        case notSaved = "not-saved"
        /// The user has to ask for it with an option.
        case notAsked = "not-asked"
        /// Albumen has nothing for it.
        case unsupported
        /// The edit has no rendering here.
        case noRendering = "no-rendering"
        /// The recipe of the edit is absent, damaged or too large.
        case noRecipe = "no-recipe"
        /// The date, place or number is outside of what is possible.
        case invalid
        /// The item that the album contains isn't brought over.
        case itemNotBrought = "item-not-brought"
        /// The user chose another value in Albumen.
        case userValue = "user-value"
        /// The user deleted it in Albumen.
        case deletedHere = "deleted-here"
        /// The file equals that of another item, and both stand for one photo.
        case duplicate
        /// Two copies of the item in the source contradict each other.
        case contradiction
    }

    package var fact: Fact
    package var reason: Reason
    /// More of the reason, such as the path of the absent file; `nil` if there is no more to say.
    package var detail: String?

    package init(_ fact: Fact, _ reason: Reason, detail: String? = nil) {
        self.fact = fact
        self.reason = reason
        self.detail = detail
    }
}
