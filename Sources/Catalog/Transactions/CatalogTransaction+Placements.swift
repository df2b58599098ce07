package import Foundation
import GRDB

extension CatalogTransaction {
    /// Makes the next attempt to upload a failing blob due, because its bytes are in the library again.
    package func makeUploadDue(ofBytes sha256: Data) throws {
        try database.cachedStatement(sql: "UPDATE placement SET nextAttemptDate = ? WHERE sha256 = ? AND state = 3")
            .execute(arguments: [date.stored, sha256])
    }
}
