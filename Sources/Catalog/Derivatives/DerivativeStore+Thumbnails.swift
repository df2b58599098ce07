import Foundation
import GRDB
package import Records

/// Thumbnails one after another, for copies of them in a place.
extension DerivativeStore {
    /// Returns thumbnails of all recipes, in the order in which they were stored.
    ///
    /// - Parameters:
    ///   - row: The last row of the page before, or 0.
    ///   - limit: The largest number of rows.
    /// - Complexity: O(*n*) for *n* returned rows. Their bytes aren't read.
    package func thumbnailRows(after row: Int64, limit: Int) throws -> [ThumbnailRow] {
        try readOnce { database in
            try Row.fetchAll(
                try database.cachedStatement(
                    sql: "SELECT id, sha256, recipe, length(bytes) FROM thumbnail WHERE id > ? ORDER BY id LIMIT ?"),
                arguments: [row, limit]
            ).map {
                ThumbnailRow(row: $0[0], sha256: try $0.decode(atIndex: 1), recipe: $0[2], byteCount: $0[3])
            }
        } ?? []
    }

    /// Returns a thumbnail of the current recipe, or `nil` if there is none.
    package func thumbnailRecord(_ sha256: BlobDigest) throws -> ThumbnailRecord? {
        try readOnce { database in
            try Row.fetchOne(
                try database.cachedStatement(
                    sql: "SELECT isWhole, bytes FROM thumbnail WHERE sha256 = ? AND recipe = ?"),
                arguments: [sha256, recipes.thumbnail]
            ).map { ThumbnailRecord(sha256: sha256, isWhole: $0[0], bytes: $0[1]) }
        } ?? nil
    }

    /// Stores thumbnails of the current recipe in one transaction. Pictures that have one already keep it.
    ///
    /// - Returns: The number of new thumbnails.
    package func addThumbnails(_ thumbnails: [ThumbnailRecord]) throws -> Int {
        guard !thumbnails.isEmpty else { return 0 }
        return try write { database in
            var count = 0
            for thumbnail in thumbnails {
                try database.cachedStatement(
                    sql: "DELETE FROM thumbnail WHERE sha256 = ? AND recipe <> ?"
                ).execute(arguments: [thumbnail.sha256, recipes.thumbnail])
                try database.cachedStatement(
                    sql: "INSERT OR IGNORE INTO thumbnail (sha256, recipe, isWhole, bytes) VALUES (?, ?, ?, ?)"
                ).execute(arguments: [thumbnail.sha256, recipes.thumbnail, thumbnail.isWhole, thumbnail.bytes])
                count += database.changesCount
            }
            return count
        } ?? 0
    }
}
