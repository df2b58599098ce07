package import Foundation
import GRDB
import Records

extension CatalogReader {
    /// Returns the library's key for change tokens: 32 random bytes. Clients never see them.
    package func changeTokenKey() throws -> Data {
        guard
            let key = try Data.fetchOne(
                try database.cachedStatement(sql: "SELECT value FROM secret WHERE name = 'changeToken'"))
        else {
            throw CatalogError(
                .failed, "The catalog has lost the key of its change tokens. Restore the catalog from a backup.")
        }
        return key
    }
}
