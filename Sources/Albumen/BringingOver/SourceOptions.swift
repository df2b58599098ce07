package import PhotoSources
package import SystemPackage

/// What an import brings over from the libraries and exports of other programs.
package struct SourceOptions: Sendable {
    /// The folders in which files outside of a library or catalogue are found: by the names of volumes or of digiKam's
    /// collections, or by the paths in a catalogue.
    package var volumes: [String: FilePath] = [:]
    /// Whether to bring over the items of the source's trash, to Recently Deleted.
    package var bringsTrashed = false
    /// Whether to bring over the items and albums that others share.
    package var bringsShared = false
    /// Whether to bring over items that were received in messages and not saved.
    package var bringsMessages = false
    /// Whether to bring over projects, such as books and slideshows, as albums.
    package var bringsProjects = false
    /// Whether the names of persons become keywords.
    package var usesPersonsAsKeywords = false

    /// The account whose export of Google Photos this is, if the user names it.
    package var account = ""
    /// The mark of photos that were archived in Google Photos, and of those that a partner shared.
    package var archived = TakeoutOptions.Marking.listed
    package var partner = TakeoutOptions.Marking.listed
    /// Whether albums of Google Photos without a title come over.
    package var bringsUntitledAlbums = false

    /// The API key of a server of Immich. It belongs to one user.
    package var immichKey: String?
    /// Whether the key may be sent without encryption, also to a server outside of this network.
    package var allowsPlainHTTP = false

    package init() {}
}
