package import Foundation
import GRDB
package import Records

extension CatalogReader {
    /// What earlier imports made of the files of a folder, by the bytes of their names: two names that differ only in how
    /// an accent is composed are two files.
    package func importedFiles(inFolder folder: String) throws -> [Data: ImportedFileRecord] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(ImportedFileRecord.table.selection) FROM importedFile WHERE folder = ?")
        var files: [Data: ImportedFileRecord] = [:]
        try statement.forEachRecord(ImportedFileRecord.self, arguments: [folder]) { files[Data($0.name.utf8)] = $0 }
        return files
    }

    /// The UUIDs of those of the assets that are in Recently Deleted, by row identifier.
    package func trashedAssets(among identifiers: Set<Int64>) throws -> [Int64: String] {
        let rows = try Row.fetchAll(
            try database.cachedStatement(
                sql: """
                    SELECT id, uuid FROM asset
                    WHERE id IN (SELECT value FROM json_each(?)) AND trashedDate IS NOT NULL
                    """),
            arguments: [Self.list(identifiers)])
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }

    /// The files of a folder that the library has and whose name is `stem`, a dot, and anything.
    package func importedFiles(inFolder folder: String, stem: String) throws -> [ImportedFileRecord] {
        try database.cachedStatement(
            sql: """
                SELECT \(ImportedFileRecord.table.selection) FROM importedFile
                WHERE folder = ? AND name >= ? AND name < ? AND outcome IN ('imported', 'duplicate')
                """
            // The character after the dot in ASCII is the slash, which no name has.
        ).records(arguments: [folder, stem + ".", stem + "/"])
    }
}
