package import Foundation
import GRDB
package import Records

/// Changes of watched folders have no change number, and observers don't receive them.
extension CatalogTransaction {
    /// Adds a folder to the list, or changes the settings of one that is in it.
    package func watch(_ folder: WatchedFolderRecord) throws {
        try database.cachedStatement(sql: "UPDATE watchedFolder SET makesAlbums = ? WHERE path = ?")
            .execute(arguments: [folder.makesAlbums, folder.path])
        guard database.changesCount == 0 else { return }
        try database.cachedStatement(sql: WatchedFolderRecord.table.insertion).execute(arguments: folder.arguments())
    }

    /// - Returns: Whether the folder was in the list.
    package func stopWatching(path: String) throws -> Bool {
        try database.cachedStatement(sql: "DELETE FROM watchedFolder WHERE path = ?").execute(arguments: [path])
        return database.changesCount > 0
    }

    /// Notes that all files of a folder were compared with the library.
    package func noteCheck(ofWatchedFolder path: String, at date: Date) throws {
        try database.cachedStatement(sql: "UPDATE watchedFolder SET lastCheck = ?, problem = NULL WHERE path = ?")
            .execute(arguments: [date.stored, path])
    }

    /// Notes why a folder can't be watched now.
    package func note(problem: String, ofWatchedFolder path: String) throws {
        try database.cachedStatement(sql: "UPDATE watchedFolder SET problem = ? WHERE path = ?")
            .execute(arguments: [problem, path])
    }

    /// Adds to the counts of a folder.
    package func note(imported: Int, duplicates: Int, ofWatchedFolder path: String, at date: Date) throws {
        try database.cachedStatement(
            sql: """
                UPDATE watchedFolder SET imported = imported + ?1, duplicates = duplicates + ?2,
                lastImport = iif(?1 > 0, ?3, lastImport) WHERE path = ?4
                """
        ).execute(arguments: [imported, duplicates, date.stored, path])
    }

    /// Returns the row identifier of a visited folder, and adds the row if it's missing.
    package func visitFolder(path: String) throws -> Int64 {
        if let known = try reader.visitedFolder(path: path) { return known.id }
        try database.cachedStatement(sql: VisitedFolderRecord.table.insertion)
            .execute(arguments: VisitedFolderRecord(path: path).arguments())
        return database.lastInsertedRowID
    }

    /// Adds or replaces the row of a visited file.
    package func note(_ file: VisitedFileRecord) throws {
        try database.cachedStatement(sql: VisitedFileRecord.table.replacement).execute(arguments: file.arguments())
    }

    package func setAlbum(_ uuid: String, ofVisitedFolder folder: Int64) throws {
        try database.cachedStatement(sql: "UPDATE visitedFolder SET albumUUID = ? WHERE id = ?")
            .execute(arguments: [uuid, folder])
    }

    /// Forgets the files that were visited in a folder, at any depth.
    package func forgetVisits(within path: String) throws {
        let prefix = path == "/" ? "" : path
        try database.cachedStatement(
            sql: "DELETE FROM visitedFolder WHERE path = ?1 OR (path >= ?2 AND path < ?3)"
        ).execute(arguments: [path, prefix + "/", prefix + "0"])
    }
}
