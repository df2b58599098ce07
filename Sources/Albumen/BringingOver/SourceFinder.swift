import PhotoSources
import SystemPackage

/// Finds the libraries and exports of other programs among the paths of an import.
package enum SourceFinder {
    /// Returns whether a path is a source, which is read as a whole, and not a folder of photos.
    package static func isSource(_ path: String) -> Bool {
        ApplePhotos.isLibrary(FilePath(path))
    }

    /// Opens the source at a path.
    ///
    /// - Parameter temporaryFolder: A private folder, which the caller removes.
    static func open(
        _ path: String, _ options: SourceOptions, temporaryFolder: FilePath
    ) throws(SourceError) -> any PhotoSource {
        var choices = ApplePhotosOptions()
        choices.volumes = options.volumes
        choices.bringsTrashed = options.bringsTrashed
        choices.bringsShared = options.bringsShared
        choices.bringsMessages = options.bringsMessages
        choices.bringsProjects = options.bringsProjects
        choices.personsAsKeywords = options.usesPersonsAsKeywords
        return try ApplePhotos.open(FilePath(path), options: choices, temporaryFolder: temporaryFolder)
    }

    /// Opens exports of Google Photos.
    ///
    /// - Parameter temporaryFolder: A private folder, which the caller removes.
    static func open(
        _ parts: TakeoutParts, _ options: SourceOptions, temporaryFolder: FilePath
    ) throws(SourceError) -> any PhotoSource {
        var choices = TakeoutOptions()
        choices.bringsTrashed = options.bringsTrashed
        choices.personsAsKeywords = options.usesPersonsAsKeywords
        choices.account = options.account
        choices.archived = options.archived
        choices.partner = options.partner
        choices.bringsUntitledAlbums = options.bringsUntitledAlbums
        return try Takeout.open(parts, options: choices, temporaryFolder: temporaryFolder)
    }
}
