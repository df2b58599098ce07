import GRDB
package import Records

extension CatalogTransaction {
    /// Makes the next attempt to upload a failing blob due, because its bytes are in the library again.
    package func makeUploadDue(ofBytes sha256: BlobDigest) throws {
        try database.cachedStatement(sql: "UPDATE placement SET nextAttemptDate = ? WHERE sha256 = ? AND state = 3")
            .execute(arguments: [date.stored, sha256])
    }
}
