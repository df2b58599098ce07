import PhotoSources
import Records
import SystemCalls
import SystemPackage

/// Finds the libraries and exports of other programs among the paths of an import.
package enum SourceFinder {
    /// Returns whether a path is a source, which is read as a whole, and not a folder of photos.
    package static func isSource(_ path: String) -> Bool {
        let path = FilePath(path)
        return isLibrary(path) || program(ofCatalog: path) != nil
    }

    private static func isLibrary(_ path: FilePath) -> Bool {
        ApplePhotos.isLibrary(path) || AlbumenLibrary.isLibrary(path) || PhotoPrism.isLibrary(path)
    }

    /// Returns the program whose catalogue a path is. Such a program leaves photos in their folders. A folder isn't a
    /// catalogue, because it can contain photos that the catalogue doesn't know.
    private static func program(ofCatalog path: FilePath) -> SourceKind? {
        guard (try? Stat(path))?.isRegularFile == true else { return nil }
        if DigiKam.isCatalog(path) { return .digiKam }
        if Shotwell.isCatalog(path) { return .shotwell }
        return Lightroom.isCatalog(path) ? .lightroom : nil
    }

    /// Opens the source at a path.
    ///
    /// - Parameter temporaryFolder: A private folder, which the caller removes.
    static func open(
        _ path: String, _ options: SourceOptions, temporaryFolder: FilePath
    ) throws(SourceError) -> any PhotoSource {
        let path = FilePath(path)
        switch program(ofCatalog: path) {
        case .digiKam:
            var choices = DigiKamOptions()
            choices.roots = options.volumes
            choices.bringsTrashed = options.bringsTrashed
            choices.personsAsKeywords = options.usesPersonsAsKeywords
            return try DigiKam.open(path, options: choices, temporaryFolder: temporaryFolder)
        case .shotwell:
            var choices = ShotwellOptions()
            choices.roots = options.volumes
            choices.bringsTrashed = options.bringsTrashed
            choices.personsAsKeywords = options.usesPersonsAsKeywords
            return try Shotwell.open(path, options: choices, temporaryFolder: temporaryFolder)
        case .lightroom:
            var choices = LightroomOptions()
            choices.roots = options.volumes
            choices.personsAsKeywords = options.usesPersonsAsKeywords
            return try Lightroom.open(path, options: choices, temporaryFolder: temporaryFolder)
        default: return try openLibrary(path, options, temporaryFolder)
        }
    }

    private static func openLibrary(
        _ path: FilePath, _ options: SourceOptions, _ temporaryFolder: FilePath
    ) throws(SourceError) -> any PhotoSource {
        if AlbumenLibrary.isLibrary(path) {
            var choices = AlbumenLibraryOptions()
            choices.bringsTrashed = options.bringsTrashed
            return try AlbumenLibrary.open(path, options: choices, temporaryFolder: temporaryFolder)
        }
        if PhotoPrism.isLibrary(path) {
            var choices = PhotoPrismOptions()
            choices.originals = options.volumes["originals"]
            choices.bringsTrashed = options.bringsTrashed
            choices.personsAsKeywords = options.usesPersonsAsKeywords
            choices.isForeignFolder = { ForeignFolder(name: $0, contains: $1) != nil }
            return try PhotoPrism.open(path, options: choices, temporaryFolder: temporaryFolder)
        }
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
