package import Foundation
import GRDB
package import Records

extension CatalogReader {
    /// Returns the UUIDs of all members of an album that aren't in Recently Deleted, also of hidden ones.
    package func liveAssetUUIDs(ofAlbum album: Int64) throws -> [String] {
        try String.fetchAll(
            try database.cachedStatement(
                sql: """
                    SELECT asset.uuid FROM albumMember JOIN asset ON asset.id = albumMember.assetId
                    WHERE albumMember.collectionId = ? AND asset.trashedDate IS NULL ORDER BY asset.id
                    """),
            arguments: [album])
    }

    /// Returns the results of earlier imports of a folder's files, by the bytes of their names. Two names that differ
    /// only in the composition of an accent are two files.
    package func importedFiles(inFolder folder: String) throws -> [Data: ImportedFileRecord] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(ImportedFileRecord.table.selection) FROM importedFile WHERE folder = ?")
        var files: [Data: ImportedFileRecord] = [:]
        try statement.forEachRecord(ImportedFileRecord.self, arguments: [folder]) { files[Data($0.name.utf8)] = $0 }
        return files
    }

    /// Returns the results of earlier imports of files in a folder. Names without a result are left out.
    package func importedFiles(inFolder folder: String, names: [String]) throws -> [ImportedFileRecord] {
        try database.cachedStatement(
            sql: """
                SELECT \(ImportedFileRecord.table.selection) FROM importedFile
                WHERE folder = ? AND name IN (SELECT value FROM json_each(?))
                """
        ).records(arguments: [folder, JSONList.text(names)])
    }

    /// Returns the UUIDs of the assets that are in Recently Deleted, by row identifier.
    package func trashedAssets(among identifiers: Set<Int64>) throws -> [Int64: String] {
        let rows = try Row.fetchAll(
            try database.cachedStatement(
                sql: """
                    SELECT id, uuid FROM asset
                    WHERE id IN (SELECT value FROM json_each(?)) AND trashedDate IS NOT NULL
                    """),
            arguments: [JSONList.text(identifiers)])
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }

    /// Returns the folder's imported files whose name consists of `stem`, a dot, and any text.
    package func importedFiles(inFolder folder: String, stem: String) throws -> [ImportedFileRecord] {
        try database.cachedStatement(
            sql: """
                SELECT \(ImportedFileRecord.table.selection) FROM importedFile
                WHERE folder = ? AND name >= ? AND name < ? AND outcome IN ('imported', 'duplicate')
                """
            // In ASCII, the slash follows the dot, and no name contains a slash.
        ).records(arguments: [folder, stem + ".", stem + "/"])
    }
}
