import GRDB
package import Records

/// A file of an asset with its bytes in a blob of its own.
package struct BackedUpFile: Sendable, Hashable {
    /// The row identifier in its table.
    package let row: Int64
    package let digest: BlobDigest
    /// The size in bytes.
    package let size: Int64
}

extension CatalogReader {
    /// Returns files of assets in the order of their row identifiers, without those within other files.
    package func backedUpFiles(after row: Int64, limit: Int) throws -> [BackedUpFile] {
        try backedUpFiles("resource", after: row, limit: limit)
    }

    /// Returns files of former edits in the order of their row identifiers.
    package func backedUpFilesOfFormerEdits(after row: Int64, limit: Int) throws -> [BackedUpFile] {
        try backedUpFiles("formerEditFile", after: row, limit: limit)
    }

    /// Returns the size of all files of assets, in bytes.
    ///
    /// - Complexity: O(*n*) for *n* files.
    package func originalsSize() throws -> Int64 {
        try Int64.fetchOne(
            try database.cachedStatement(
                sql: "SELECT coalesce(sum(fileSize), 0) FROM resource WHERE containerSha256 IS NULL")) ?? 0
    }

    private func backedUpFiles(_ table: String, after row: Int64, limit: Int) throws -> [BackedUpFile] {
        try Row.fetchAll(
            try database.cachedStatement(
                sql: """
                    SELECT id, sha256, fileSize FROM \(table) WHERE id > ? AND containerSha256 IS NULL
                    ORDER BY id LIMIT ?
                    """),
            arguments: [row, limit]
        ).map { try BackedUpFile(row: $0[0], digest: $0.decode(atIndex: 1), size: $0[2]) }
    }
}
