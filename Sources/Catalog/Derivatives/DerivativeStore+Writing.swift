package import Foundation
import GRDB
package import Records

extension DerivativeStore {
    /// Replaces the stored sizes of pictures in one transaction. If the previews exceed the budget, deletes those
    /// that were used least recently.
    package func store(_ records: [DerivativeRecord]) throws {
        guard !records.isEmpty else { return }
        // Open the database first, because creating a new one deletes the folder of previews.
        try open()
        var staged: [(file: URL, name: PreviewName)] = []
        // Files that were renamed to their final name no longer exist under this one.
        defer { for (file, _) in staged { unlink(file.path) } }
        for record in records {
            guard let preview = record.preview else { continue }
            let name = PreviewName(sha256: record.sha256, recipe: recipes.preview, isPNG: preview.isPNG)
            staged.append((try previews.stage(preview.bytes, for: name), name))
        }
        _ = try write { database in
            try noteUses(in: database)
            for record in records { try insert(record, into: database) }
            // Holds the lock, so that no reader sees a row without its file. It also covers the deletion of files of
            // deleted rows, so nobody can have created new files at their place.
            for (file, name) in staged { try previews.finish(file, as: name) }
            try evict(in: database)
        }
    }

    /// Replaces a picture's thumbnail, if there is one.
    package func replaceThumbnail(_ sha256: BlobDigest, with bytes: Data) throws {
        _ = try write { database in
            let isWhole = try Bool.fetchOne(
                try database.cachedStatement(
                    sql: "SELECT isWhole FROM thumbnail WHERE sha256 = ? AND recipe = ?"),
                arguments: [sha256, recipes.thumbnail])
            guard let isWhole else { return }
            try deleteThumbnail(sha256, in: database)
            try insertThumbnail(sha256, bytes, isWhole: isWhole, into: database)
        }
    }

    /// Replaces a picture's preview, if there is one.
    package func replacePreview(_ sha256: BlobDigest, with preview: DerivativeRecord.Preview) throws {
        let name = PreviewName(sha256: sha256, recipe: recipes.preview, isPNG: preview.isPNG)
        let staged = try previews.stage(preview.bytes, for: name)
        defer { unlink(staged.path) }
        _ = try write { database in
            guard try previewRow(sha256, in: database) != nil else { return }
            try deletePreview(sha256, in: database)
            try insert(preview, sha256, into: database)
            try previews.finish(staged, as: name)
        }
    }

    /// Deletes a picture's thumbnail.
    package func removeThumbnail(_ sha256: BlobDigest) throws {
        _ = try write { try deleteThumbnail(sha256, in: $0) }
    }

    /// Deletes a picture's preview.
    package func removePreview(_ sha256: BlobDigest) throws {
        _ = try write { try deletePreview(sha256, in: $0) }
    }

    package func remove(_ sha256: BlobDigest) throws {
        _ = try write { database in
            try deleteThumbnail(sha256, in: database)
            try deletePreview(sha256, in: database)
            try deleteSufficientOriginal(sha256, in: database)
        }
    }

    package func removeAll() throws {
        _ = try write { database in
            try database.execute(
                sql: "DROP TABLE thumbnail; DROP TABLE preview; DROP TABLE total; \(DerivativeSchema.tables)")
            try database.execute(sql: "DELETE FROM sufficientOriginal")
            previews.removeAll()
        }
    }

    /// Deletes files to which no row refers, which a killed process left. Reads the entire folder of previews.
    package func sweep() throws {
        previews.removeDoomed()
        try previews.forEachFolder { names in
            let strays = try read { try self.strays(among: names, in: $0) } ?? []
            guard !strays.isEmpty else { return }
            // Checks again with the lock held, because a file may have just received its row.
            _ = try write { database in
                for name in try self.strays(among: strays, in: database) { previews.remove(name) }
            }
        }
    }

    // MARK: Parts

    private func insert(_ record: DerivativeRecord, into database: Database) throws {
        try deleteThumbnail(record.sha256, in: database)
        try insertThumbnail(
            record.sha256, record.thumbnail, isWhole: record.preview == nil && !record.usesOriginal, into: database)
        try deletePreview(record.sha256, in: database)
        if let preview = record.preview { try insert(preview, record.sha256, into: database) }
        try deleteSufficientOriginal(record.sha256, in: database)
        if record.usesOriginal {
            try database.cachedStatement(
                sql: "INSERT INTO sufficientOriginal (sha256, recipe) VALUES (?, ?)"
            ).execute(arguments: [record.sha256, recipes.preview])
        }
    }

    private func insertThumbnail(
        _ sha256: BlobDigest, _ bytes: Data, isWhole: Bool, into database: Database
    ) throws {
        try database.cachedStatement(
            sql: "INSERT INTO thumbnail (sha256, recipe, isWhole, bytes) VALUES (?, ?, ?, ?)"
        ).execute(arguments: [sha256, recipes.thumbnail, isWhole, bytes])
    }

    private func insert(_ preview: DerivativeRecord.Preview, _ sha256: BlobDigest, into database: Database) throws {
        try database.cachedStatement(
            sql: "INSERT INTO preview (sha256, recipe, isPNG, byteCount, lastUsedDay) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [sha256, recipes.preview, preview.isPNG, preview.bytes.count, today])
    }

    /// Deletes the thumbnails of all recipes.
    private func deleteThumbnail(_ sha256: BlobDigest, in database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM thumbnail WHERE sha256 = ?").execute(arguments: [sha256])
    }

    /// Deletes the note that an original serves as the preview, of all recipes.
    private func deleteSufficientOriginal(_ sha256: BlobDigest, in database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM sufficientOriginal WHERE sha256 = ?").execute(
            arguments: [sha256])
    }

    /// Deletes the previews of all recipes.
    private func deletePreview(_ sha256: BlobDigest, in database: Database) throws {
        let rows = try Row.fetchAll(
            try database.cachedStatement(sql: "SELECT recipe, isPNG FROM preview WHERE sha256 = ?"),
            arguments: [sha256])
        guard !rows.isEmpty else { return }
        try database.cachedStatement(sql: "DELETE FROM preview WHERE sha256 = ?").execute(arguments: [sha256])
        for row in rows { previews.remove(PreviewName(sha256: sha256, recipe: row[0], isPNG: row[1])) }
    }

    /// Deletes the least recently used previews.
    ///
    /// - Complexity: O(*e*) for *e* deleted previews.
    private func evict(in database: Database) throws {
        var excess =
            try Int64.fetchOne(
                try database.cachedStatement(sql: "SELECT byteCount FROM total WHERE kind = 'preview'")) ?? 0
        excess -= budgetInBytes
        guard excess > 0 else { return }
        let oldest = try Row.fetchCursor(
            try database.cachedStatement(
                sql: "SELECT id, sha256, recipe, isPNG, byteCount FROM preview ORDER BY lastUsedDay, id"))
        var doomed: [(identifier: Int64, name: PreviewName)] = []
        while excess > 0, let row = try oldest.next() {
            doomed.append((row[0], PreviewName(sha256: try row.decode(atIndex: 1), recipe: row[2], isPNG: row[3])))
            excess -= row[4]
        }
        for (identifier, name) in doomed {
            try database.cachedStatement(sql: "DELETE FROM preview WHERE id = ?").execute(arguments: [identifier])
            previews.remove(name)
        }
    }

    private func strays(among names: [PreviewName], in database: Database) throws -> [PreviewName] {
        try names.filter { name in
            try Bool.fetchOne(
                try database.cachedStatement(
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM preview WHERE sha256 = ? AND recipe = ? AND isPNG = ?)
                        """),
                arguments: [name.sha256, name.recipe, name.isPNG]) == false
        }
    }
}
