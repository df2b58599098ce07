package import Foundation

/// A row of `watchedFolder`: a folder whose new files are imported by themselves.
package struct WatchedFolderRecord: Sendable, Equatable {
    /// The row identifier.
    package var id: Int64 = 0
    /// The absolute path, as the user named it.
    package var path: String
    /// Whether the files of each folder within go to an album of their own.
    package var makesAlbums: Bool
    package var addedDate: Date
    /// When all its files were compared with the library last, or `nil` before the first time.
    package var lastCheck: Date?
    /// When a file of it was imported last, or `nil` before the first time.
    package var lastImport: Date?
    /// The number of files that were imported from it.
    package var imported: Int
    /// The number of files whose bytes were in the library before.
    package var duplicates: Int
    /// Why it can't be watched now, for people, or `nil`.
    package var problem: String?

    package init(
        path: String, makesAlbums: Bool, addedDate: Date, lastCheck: Date? = nil, lastImport: Date? = nil,
        imported: Int = 0, duplicates: Int = 0, problem: String? = nil
    ) {
        self.path = path
        self.makesAlbums = makesAlbums
        self.addedDate = addedDate
        self.lastCheck = lastCheck
        self.lastImport = lastImport
        self.imported = imported
        self.duplicates = duplicates
        self.problem = problem
    }
}

/// A row of `visitedFolder`: a folder at any depth of a watched folder.
package struct VisitedFolderRecord: Sendable, Equatable {
    /// The row identifier.
    package var id: Int64 = 0
    /// The path without symbolic links.
    package var path: String
    /// The album of its files, or `nil` before the first one. The user may have deleted it.
    package var albumUUID: String?

    package init(path: String, albumUUID: String? = nil) {
        self.path = path
        self.albumUUID = albumUUID
    }
}

/// A row of `visitedFile`: a file in a watched folder that needs no further visit while its size and date stay the same.
///
/// Unlike a row of `importedFile`, it stays when the asset is deleted permanently, so that the file doesn't bring the asset
/// back.
package struct VisitedFileRecord: Sendable, Equatable {
    package enum Outcome: String, Sendable {
        /// The library has its bytes or what it says, or had them.
        case taken
        /// It contains no readable picture.
        case refused
        /// It's neither a photo nor a video.
        case ignored
        /// It couldn't be read. Later visits try it again.
        case unreadable
    }

    /// The row identifier of its `visitedFolder`.
    package var folderID: Int64
    package var name: String
    /// Bytes.
    package var fileSize: Int64
    /// Nanoseconds since 1970.
    package var modificationTime: Int64
    package var outcome: Outcome
    /// Why it was refused or couldn't be read, for people, or `nil`.
    package var reason: String?
    /// The version of the rules that judged the file.
    package var proberVersion: Int

    package init(
        folderID: Int64, name: String, fileSize: Int64, modificationTime: Int64, outcome: Outcome,
        reason: String? = nil, proberVersion: Int
    ) {
        self.folderID = folderID
        self.name = name
        self.fileSize = fileSize
        self.modificationTime = modificationTime
        self.outcome = outcome
        self.reason = reason
        self.proberVersion = proberVersion
    }
}
