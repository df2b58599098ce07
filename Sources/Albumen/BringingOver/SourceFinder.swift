import PhotoSources
import SystemCalls
import SystemPackage

/// Finds the libraries and exports of other programs among the paths of an import.
package enum SourceFinder {
    /// Returns whether a path is a source, which is read as a whole, and not a folder of photos.
    package static func isSource(_ path: String) -> Bool {
        let path = FilePath(path)
        return ApplePhotos.isLibrary(path) || isCatalog(path)
    }

    /// Returns whether a path is the catalogue of a program that leaves photos in their folders. A folder isn't one,
    /// because it can contain photos that the catalogue doesn't know.
    private static func isCatalog(_ path: FilePath) -> Bool {
        guard (try? Stat(path))?.isRegularFile == true else { return false }
        return DigiKam.isCatalog(path) || Shotwell.isCatalog(path) || Lightroom.isCatalog(path)
    }

    /// Opens the source at a path.
    ///
    /// - Parameter temporaryFolder: A private folder, which the caller removes.
    static func open(
        _ path: String, _ options: SourceOptions, temporaryFolder: FilePath
    ) throws(SourceError) -> any PhotoSource {
        let path = FilePath(path)
        guard isCatalog(path) else { return try openLibrary(path, options, temporaryFolder) }
        if DigiKam.isCatalog(path) {
            var choices = DigiKamOptions()
            choices.roots = options.volumes
            choices.bringsTrashed = options.bringsTrashed
            choices.personsAsKeywords = options.usesPersonsAsKeywords
            return try DigiKam.open(path, options: choices, temporaryFolder: temporaryFolder)
        }
        if Shotwell.isCatalog(path) {
            var choices = ShotwellOptions()
            choices.roots = options.volumes
            choices.bringsTrashed = options.bringsTrashed
            choices.personsAsKeywords = options.usesPersonsAsKeywords
            return try Shotwell.open(path, options: choices, temporaryFolder: temporaryFolder)
        }
        var choices = LightroomOptions()
        choices.roots = options.volumes
        choices.personsAsKeywords = options.usesPersonsAsKeywords
        return try Lightroom.open(path, options: choices, temporaryFolder: temporaryFolder)
    }

    private static func openLibrary(
        _ path: FilePath, _ options: SourceOptions, _ temporaryFolder: FilePath
    ) throws(SourceError) -> any PhotoSource {
        var choices = ApplePhotosOptions()
        choices.volumes = options.volumes
        choices.bringsTrashed = options.bringsTrashed
        choices.bringsShared = options.bringsShared
        choices.bringsMessages = options.bringsMessages
        choices.bringsProjects = options.bringsProjects
        choices.personsAsKeywords = options.usesPersonsAsKeywords
        return try ApplePhotos.open(path, options: choices, temporaryFolder: temporaryFolder)
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
