package import Foundation
import GRDB
package import Records

extension CatalogReader {
    /// The columns of a file, which are those of a resource.
    private static let fileColumns = ResourceRecord.table.selection

    /// Returns an edit that was replaced or reverted, or `nil` if it's no longer kept.
    package func formerEdit(_ identifier: Int64) throws -> FormerEdit? {
        try database.cachedStatement(sql: "SELECT \(FormerEdit.table.selection) FROM formerEdit WHERE id = ?")
            .records(FormerEdit.self, arguments: [identifier]).first
    }

    /// Returns the files of a former edit, with their types in the edit.
    package func files(ofFormerEdit identifier: Int64) throws -> [ResourceRecord] {
        try database.cachedStatement(
            sql: "SELECT \(Self.fileColumns) FROM formerEditFile WHERE editId = ? ORDER BY id"
        ).records(arguments: [identifier])
    }

    /// Returns up to `limit` files of former edits whose row identifiers are larger than `identifier`.
    package func formerEditFiles(after identifier: Int64, limit: Int) throws -> [ResourceRecord] {
        try database.cachedStatement(
            sql: "SELECT \(Self.fileColumns) FROM formerEditFile WHERE id > ? ORDER BY id LIMIT ?"
        ).records(arguments: [identifier, limit])
    }

    package func formerEditFileCount() throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM formerEditFile") ?? 0
    }

    /// Returns whether a row refers to these bytes, so that they must stay: a file of an asset or of a former edit.
    package func refers(toBytes sha256: BlobDigest) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM resource WHERE sha256 = ?1)
                        OR EXISTS (SELECT 1 FROM resource WHERE containerSha256 = ?1)
                        OR EXISTS (SELECT 1 FROM formerEditFile WHERE sha256 = ?1)
                    """),
            arguments: [sha256]) ?? false
    }

    /// Returns the hashes of the files of all former edits of an asset.
    func hashesOfFormerEdits(ofAsset identifier: Int64) throws -> [BlobDigest] {
        try BlobDigest.fetchAll(
            try database.cachedStatement(
                sql: """
                    SELECT sha256 FROM formerEdit CROSS JOIN formerEditFile ON editId = formerEdit.id
                    WHERE formerEdit.assetId = ?
                    """),
            arguments: [identifier])
    }
}

extension CatalogTransaction {
    /// The number of former edits of an asset that are kept.
    private static let formerEditLimit = 16

    /// Keeps an edit that is about to be replaced or reverted, and returns its row identifier.
    package func keep(_ edit: FormerEdit, files: [ResourceRecord]) throws -> Int64 {
        try database.cachedStatement(sql: FormerEdit.table.insertion).execute(arguments: edit.arguments())
        let identifier = database.lastInsertedRowID
        let columns = ResourceRecord.table.writtenColumns
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO formerEditFile (editId, \(columns.joined(separator: ", ")))
                VALUES (?, \(columns.map { _ in "?" }.joined(separator: ", ")))
                """)
        for file in files { try statement.execute(arguments: [identifier] + file.arguments()) }
        return identifier
    }

    /// Removes a former edit that the asset has again.
    package func removeFormerEdit(_ identifier: Int64) throws {
        try database.cachedStatement(sql: "DELETE FROM formerEdit WHERE id = ?").execute(arguments: [identifier])
    }

    /// Removes former edits from before a date, and all but the newest of an asset.
    ///
    /// - Returns: The hashes of their files.
    package func removeFormerEdits(before date: Date, asset: Int64) throws -> [BlobDigest] {
        let outdated = """
            SELECT id FROM formerEdit WHERE removedDate < ?
            UNION SELECT * FROM (
                SELECT id FROM formerEdit WHERE assetId = ? ORDER BY id DESC LIMIT -1 OFFSET \(Self.formerEditLimit))
            """
        let arguments: StatementArguments = [date.stored, asset]
        let hashes = try BlobDigest.fetchAll(
            try database.cachedStatement(sql: "SELECT sha256 FROM formerEditFile WHERE editId IN (\(outdated))"),
            arguments: arguments)
        guard !hashes.isEmpty else { return [] }
        try database.cachedStatement(sql: "DELETE FROM formerEdit WHERE id IN (\(outdated))")
            .execute(arguments: arguments)
        return hashes
    }
}

extension CatalogMaintenance {
    /// Removes former edits from before a date.
    ///
    /// - Returns: The hashes of their files.
    package func removeFormerEdits(before date: Date) throws -> [BlobDigest] {
        let hashes = try BlobDigest.fetchAll(
            try database.cachedStatement(
                sql: """
                    SELECT sha256 FROM formerEdit CROSS JOIN formerEditFile ON editId = formerEdit.id
                    WHERE removedDate < ?
                    """),
            arguments: [date.stored])
        try database.cachedStatement(sql: "DELETE FROM formerEdit WHERE removedDate < ?")
            .execute(arguments: [date.stored])
        return hashes
    }
}
