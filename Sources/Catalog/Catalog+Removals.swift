import GRDB
package import Records

extension CatalogReader {
    /// Returns hashes of bytes that no row names any more and that may still be in the library's folder, after a hash
    /// and in the order of the hashes.
    package func removals(after sha256: BlobDigest, limit: Int) throws -> [BlobDigest] {
        try BlobDigest.fetchAll(
            try database.cachedStatement(sql: "SELECT sha256 FROM removal WHERE sha256 > ? ORDER BY sha256 LIMIT ?"),
            arguments: [sha256, limit])
    }
}

extension CatalogMaintenance {
    /// Notes that bytes aren't in the library's folder any more.
    package func endRemoval(of sha256: BlobDigest) throws {
        try database.cachedStatement(sql: "DELETE FROM removal WHERE sha256 = ?").execute(arguments: [sha256])
    }
}
