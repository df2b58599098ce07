package import SystemPackage

/// The choices of an import from Apple Photos.
package struct ApplePhotosOptions: Sendable {
    /// The folders that stand for the Mac's volumes, by the names of the volumes. Referenced originals are found there.
    package var volumes: [String: FilePath] = [:]
    /// Whether items in Recently Deleted are brought over.
    package var bringsTrashed = false
    /// Whether shared albums and their items are brought over.
    package var bringsShared = false
    /// Whether items are brought over that were received in Messages and never saved.
    package var bringsMessages = false
    /// Whether projects, such as books and slideshows, are brought over as albums.
    package var bringsProjects = false
    /// Whether the names of persons are brought over as keywords.
    package var personsAsKeywords = false

    package init() {}
}
