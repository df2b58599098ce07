internal import Foundation
internal import GRDB
internal import PropertyLists
internal import SystemCalls
package import SystemPackage

/// Libraries of Apple Photos, from macOS 10.12 on, and the media folders of iPhones and iPads, also in unencrypted
/// backups.
package enum ApplePhotos {
    enum Kind {
        /// `database/Photos.sqlite`: macOS 10.15 and later.
        case mac
        /// `PhotoData/Photos.sqlite` beside `DCIM`.
        case phone
        /// A backup of an iPhone or iPad that contains such a media folder.
        case backup
        /// `database/photos.db`: macOS 10.12 to 10.14.
        case legacy
        /// A library of iPhoto or Aperture.
        case iPhoto
        /// A folder with the name of a library, without a database.
        case incomplete

        /// The path of the catalogue.
        var database: String? {
            switch self {
            case .mac: "database/Photos.sqlite"
            case .phone, .backup: "PhotoData/Photos.sqlite"
            case .legacy: "database/photos.db"
            case .iPhoto, .incomplete: nil
            }
        }

        /// Whether the catalogue is that of an iPhone or iPad.
        var isPhone: Bool { self == .phone || self == .backup }

        /// The next step for people if the catalogue is damaged.
        var remedy: String { self == .backup ? "Make a new backup" : "Repair the library in Photos" }
    }

    struct Library {
        var path: FilePath
        var kind: Kind
        var files: any CatalogFiles
        var backup: PhoneBackup?
    }

    /// Returns whether a folder is a library, a phone's media folder or a phone's backup. Also `true` for encrypted
    /// backups and for the libraries of iPhoto and Aperture, so that `open` explains why they aren't read.
    package static func isLibrary(_ path: FilePath) -> Bool { kind(of: path) != nil }

    /// Opens a library, and reads its albums.
    ///
    /// - Parameters:
    ///   - temporaryFolder: A private folder that exists. The source keeps a copy of the catalogue there until it's
    ///     closed.
    /// - Complexity: Copies the catalogue and checks its tables.
    package static func open(
        _ path: FilePath, options: ApplePhotosOptions, temporaryFolder: FilePath
    ) throws(SourceError) -> any PhotoSource {
        try open(path, options: options, temporaryFolder: temporaryFolder, limits: DatabaseCopyLimits()) {}
    }

    /// - Parameter afterReading: See `DatabaseCopy`.
    static func open(
        _ path: FilePath, options: ApplePhotosOptions, temporaryFolder: FilePath, limits: DatabaseCopyLimits,
        afterReading: () -> Void
    ) throws(SourceError) -> any PhotoSource {
        let library = try library(at: path, temporaryFolder, limits)
        let catalogue = try catalogue(of: library)
        let copy: DatabaseCopy
        do {
            copy = try DatabaseCopy(
                of: catalogue, wal: library.backup?.wal, in: temporaryFolder, limits: limits,
                afterReading: afterReading)
        } catch {
            throw sourceError(error, library: library)
        }
        do {
            let database = try ForeignDatabase(copy)
            do {
                return library.kind == .legacy
                    ? try LegacyLibrarySource(library, database: database, options: options)
                    : try PhotosLibrarySource(library, database: database, options: options)
            } catch {
                database.close()
                throw error
            }
        } catch {
            throw sourceError(error, library: path, library.kind)
        }
    }

    private static func library(
        at path: FilePath, _ temporaryFolder: FilePath, _ limits: DatabaseCopyLimits
    ) throws(SourceError) -> Library {
        guard let kind = kind(of: path) else {
            throw SourceError(.unsupported, "\(path.text) isn't a Photos library.")
        }
        switch kind {
        case .iPhoto:
            throw SourceError(
                .unsupported,
                """
                \(path.text) is a library of iPhoto or Aperture. Open it once in Photos on a Mac, which converts it, \
                and import the new library.
                """)
        case .incomplete:
            throw SourceError(
                .damaged, "\(path.text) has no database. Copy the whole library from the Mac, and try again.")
        case .backup:
            let backup = try PhoneBackup(path, temporaryFolder: temporaryFolder, limits: limits)
            return Library(path: path, kind: kind, files: backup.files, backup: backup)
        case .mac, .phone, .legacy:
            do throws(Errno) {
                return Library(path: path, kind: kind, files: try ContainedFiles(path))
            } catch {
                throw SourceError(.unreadable, "\(path.text) can't be read: \(error).")
            }
        }
    }

    private static func catalogue(of library: Library) throws(SourceError) -> FilePath {
        let name = library.kind.database ?? ""
        let found = library.files.find(name)
        switch found {
        case .file(let path, _): return path
        case _ where library.kind == .backup:
            throw PhoneBackup.error(found, of: library.path, isLeftOut: library.files.leavesOut(name))
        case .empty:
            throw SourceError(.damaged, "The database \(name) in \(library.path.text) is empty.")
        case .absent, .unreadable:
            throw SourceError(
                .unreadable,
                "The database \(name) in \(library.path.text) can't be read. Check the permissions of the library.")
        }
    }

    private static func kind(of path: FilePath) -> Kind? {
        func exists(_ name: String) -> Bool { (try? Stat(path.appending(name), flags: [])) != nil }
        guard (try? Stat(path))?.isFolder == true else { return nil }
        if exists("database/Photos.sqlite") { return .mac }
        if exists("database/photos.db") { return .legacy }
        if exists("DCIM"), exists("PhotoData/Photos.sqlite") { return .phone }
        if PhoneBackup.isBackup(path) { return .backup }
        let ending = path.lastComponent?.extension?.lowercased() ?? ""
        let marks = ["AlbumData.xml", "Library.apdb", "Database/Library.apdb", "Database/apdb/Library.apdb"]
        if ["photolibrary", "aplibrary", "migratedphotolibrary"].contains(ending) || marks.contains(where: exists) {
            return .iPhoto
        }
        return ending == "photoslibrary" ? .incomplete : nil
    }
}
