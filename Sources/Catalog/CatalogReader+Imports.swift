import Foundation
import GRDB

extension CatalogReader {
    /// What earlier imports made of the files of a folder, by name.
    package func importedFiles(inFolder folder: String) throws -> [String: ImportedFileRecord] {
        let rows = try Row.fetchCursor(
            try database.cachedStatement(
                sql: "SELECT \(ImportedFileRecord.selection) FROM importedFile WHERE folder = ?"),
            arguments: [folder])
        var files: [String: ImportedFileRecord] = [:]
        while let row = try rows.next() {
            guard let file = ImportedFileRecord(row: row) else { continue }
            files[file.name] = file
        }
        return files
    }

    package func importedFile(folder: String, name: String) throws -> ImportedFileRecord? {
        try Row.fetchOne(
            try database.cachedStatement(
                sql: "SELECT \(ImportedFileRecord.selection) FROM importedFile WHERE folder = ? AND name = ?"),
            arguments: [folder, name]
        ).flatMap(ImportedFileRecord.init)
    }

    /// The imported files of a folder whose name is `stem`, a dot, and any ending.
    package func importedFiles(inFolder folder: String, stem: String) throws -> [ImportedFileRecord] {
        try Row.fetchAll(
            try database.cachedStatement(
                sql: """
                    SELECT \(ImportedFileRecord.selection) FROM importedFile
                    WHERE folder = ? AND name >= ? AND name < ? AND outcome = 'imported'
                    """),
            // The character after the dot in ASCII is the slash, which no name has.
            arguments: [folder, stem + ".", stem + "/"]
        ).compactMap(ImportedFileRecord.init)
    }

    /// The members of a burst.
    package func burst(_ burstIdentifier: String) throws -> [AssetRecord] {
        try Row.fetchAll(
            try database.cachedStatement(
                sql: "SELECT \(AssetRecord.selection) FROM asset WHERE burstIdentifier = ? ORDER BY creationDate, id"),
            arguments: [burstIdentifier]
        ).map(AssetRecord.init)
    }
}
