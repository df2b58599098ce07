import Foundation
import PhotoSources
import ProgramFiles
import Records
import SystemCalls
import SystemPackage

/// Finds the libraries and exports of other programs among the paths of an import.
package enum SourceFinder {
    /// Returns whether a path is a source, which is read as a whole, and not a folder of photos.
    package static func isSource(_ path: String) -> Bool {
        if isAddress(path) { return true }
        let path = FilePath(path)
        return isLibrary(path) || program(ofCatalog: path) != nil
    }

    /// Returns whether a text is the address of a server, and no path.
    package static func isServer(_ text: String) -> Bool {
        ["https://", "http://"].contains { text.lowercased().hasPrefix($0) }
    }

    /// The start of the address of a camera. The rest is the name, serial number or port of one of several.
    package static let cameraPrefix = "camera:"

    /// Returns whether a text is the address of a server or a camera, and no path.
    package static func isAddress(_ text: String) -> Bool { isServer(text) || text.hasPrefix(cameraPrefix) }

    private static func camera(named address: String) -> String? {
        address.hasPrefix(cameraPrefix) ? String(address.dropFirst(cameraPrefix.count)) : nil
    }

    private static func openCamera(_ name: String) throws(SourceError) -> any PhotoSource {
        let environment = ProcessInfo.processInfo.environment
        guard let program = ProgramLocation.find(CameraProcess.programName, environment: environment) else {
            throw SourceError(
                .unsupported,
                """
                There is no program \(CameraProcess.programName), which reads cameras, \
                \(ProgramLocation.searchedPlaces). Install it, or copy the photos from the camera's card.
                """)
        }
        do {
            return try CameraSource.open(named: name.isEmpty ? nil : name, program: FilePath(program))
        } catch let error as SourceError {
            throw error
        } catch {
            throw SourceError(.unreadable, "The camera can't be read: \(error).")
        }
    }

    private static func openServer(
        _ address: String, _ options: SourceOptions
    ) throws(SourceError) -> any PhotoSource {
        guard let key = options.immichKey, !key.isEmpty else {
            throw SourceError(
                .unsupported,
                """
                \(address) needs an API key. Make one in the account settings of Immich, and put it into the variable \
                IMMICH_API_KEY, or into a file that --key-file names.
                """)
        }
        var choices = ImmichOptions()
        choices.bringsTrashed = options.bringsTrashed
        choices.bringsShared = options.bringsShared
        choices.personsAsKeywords = options.usesPersonsAsKeywords
        choices.allowsPlainHTTP = options.allowsPlainHTTP
        switch options.archived {
        case .hidden: choices.archived = .hidden
        case .keyword(let keyword): choices.archived = .keyword(keyword)
        case .listed, .album: choices.archived = .listed
        }
        return try Immich.open(ImmichServer(address: address, apiKey: key), options: choices)
    }

    /// Returns the kind of the source at a path, or `nil` if the path is no source. An export of Google Photos is one only
    /// together with its other parts, so it has no kind.
    static func kind(of path: FilePath) -> SourceKind? {
        if let program = program(ofCatalog: path) { return program }
        if ApplePhotos.isLibrary(path) { return .applePhotos }
        if AlbumenLibrary.isLibrary(path) { return .albumenLibrary }
        if AppleDataExport.isExport(path) { return .appleExport }
        return PhotoPrism.isLibrary(path) ? .photoPrism : nil
    }

    private static func isLibrary(_ path: FilePath) -> Bool {
        ApplePhotos.isLibrary(path) || AlbumenLibrary.isLibrary(path) || PhotoPrism.isLibrary(path)
            || AppleDataExport.isExport(path)
    }

    /// Returns the sources of paths that are sources. A folder of backups stands for all of them, and the folders of an
    /// export belong together.
    static func sources(at paths: [String]) -> [FoundSource] {
        let exports = paths.filter { !isAddress($0) && AppleDataExport.isExport(FilePath($0)) }
        return paths.filter { !exports.contains($0) }.map(FoundSource.path)
            + (exports.isEmpty ? [] : [.appleExport(exports)])
    }

    /// Returns the paths, with the backups of iPhones and iPads instead of a folder that contains nothing else.
    static func expanded(_ paths: [String]) -> [String] {
        paths.flatMap { path -> [String] in
            guard !isAddress(path), !isLibrary(FilePath(path)) else { return [path] }
            let backups = ApplePhotos.backups(in: FilePath(path)).map(\.text)
            return backups.isEmpty ? [path] : backups
        }
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
        if isServer(path) { return try openServer(path, options) }
        if let name = camera(named: path) { return try openCamera(name) }
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

    /// Opens an export of iCloud Photos.
    static func openAppleExport(
        _ parts: [String], _ options: SourceOptions
    ) throws(SourceError) -> any PhotoSource {
        var choices = AppleDataExportOptions()
        choices.bringsTrashed = options.bringsTrashed
        choices.account = options.account
        return try AppleDataExport.open(parts.map { FilePath($0) }, options: choices)
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
