import Albumen
import Records

/// The folders whose new files are imported by themselves, in the order of their addition.
struct WatchedFoldersDocument: Encodable {
    struct Folder: Encodable {
        let id: Int64
        let path: String
        /// Whether the photos of each folder within go to an album of their own.
        let albums: Bool
        /// When all its files were compared with the library last, or `null` before the first time.
        @OrNull var lastCheck: String?
        /// When a file of it was imported last, or `null` before the first time.
        @OrNull var lastImport: String?
        /// The number of files that were imported from it.
        let imported: Int
        /// The number of files that the library had before.
        let duplicates: Int
        /// The first of the files that are refused or can't be read.
        let refused: [ImportDocument.Refused]
        /// Why it can't be watched now, for people, or `null`.
        @OrNull var problem: String?
    }

    let folders: [Folder]
    /// Whether a process watches the folders now.
    let isRunning: Bool

    init(of library: Library) throws {
        isRunning = library.isWatchingFolders
        folders = try library.watchedFolders().map { folder in
            Folder(
                id: folder.id, path: folder.path, albums: folder.makesAlbums,
                lastCheck: folder.lastCheck.flatMap(Timestamp.utc),
                lastImport: folder.lastImport.flatMap(Timestamp.utc), imported: folder.imported,
                duplicates: folder.duplicates, refused: folder.refused.map { .init(path: $0.path, reason: $0.reason) },
                problem: folder.problem)
        }
    }
}
