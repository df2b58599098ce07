import GRDB
package import Records

extension CatalogReader {
    /// Returns the folders whose new files are imported by themselves, in the order of their addition.
    package func watchedFolders() throws -> [WatchedFolderRecord] {
        try database.cachedStatement(
            sql: "SELECT \(WatchedFolderRecord.table.selection) FROM watchedFolder ORDER BY id"
        ).records(arguments: [])
    }

    /// Returns the folder at a path that was visited, or `nil` before its first visit.
    package func visitedFolder(path: String) throws -> VisitedFolderRecord? {
        try database.cachedStatement(
            sql: "SELECT \(VisitedFolderRecord.table.selection) FROM visitedFolder WHERE path = ?"
        ).records(VisitedFolderRecord.self, arguments: [path]).first
    }

    /// Returns the files of a folder that were visited, or only those with some names.
    package func visitedFiles(inFolder folder: Int64, names: [String]? = nil) throws -> [VisitedFileRecord] {
        let selection = "SELECT \(VisitedFileRecord.table.selection) FROM visitedFile WHERE folderId = ?"
        guard let names else { return try database.cachedStatement(sql: selection).records(arguments: [folder]) }
        return try database.cachedStatement(sql: selection + " AND name IN (SELECT value FROM json_each(?))")
            .records(arguments: [folder, JSONList.text(names)])
    }

    /// Returns the visited files of a folder whose name consists of `stem`, a dot, and any text.
    package func visitedFiles(inFolder folder: Int64, stem: String) throws -> [VisitedFileRecord] {
        try database.cachedStatement(
            sql: """
                SELECT \(VisitedFileRecord.table.selection) FROM visitedFile
                WHERE folderId = ? AND name >= ? AND name < ?
                """
            // In ASCII, the slash follows the dot, and no name contains a slash.
        ).records(arguments: [folder, stem + ".", stem + "/"])
    }

    /// Returns the visited files within a folder that were refused or couldn't be read, at any depth, with the paths of their
    /// folders.
    ///
    /// - Complexity: O(*n* log *n*) for *n* folders within.
    package func visitedFilesWithReasons(
        within path: String, limit: Int
    ) throws -> [(folder: String, file: VisitedFileRecord)] {
        let columns = VisitedFileRecord.table.selection
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(columns), (SELECT path FROM visitedFolder WHERE id = folderId) FROM visitedFile
                WHERE reason IS NOT NULL AND folderId IN (
                    SELECT id FROM visitedFolder WHERE path = ?1 OR (path >= ?2 AND path < ?3))
                ORDER BY folderId, name LIMIT ?4
                """)
        var files: [(folder: String, file: VisitedFileRecord)] = []
        let prefix = path == "/" ? "" : path
        try statement.forEachRow(arguments: [path, prefix + "/", prefix + "0", limit]) { row in
            guard let file = try VisitedFileRecord.read(row) else { return }
            files.append((row.text(Int32(VisitedFileRecord.table.writtenColumns.count)), file))
        }
        return files
    }
}
