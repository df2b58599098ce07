package import Foundation
import GRDB

extension CatalogReader {
    /// Returns the placeholders (`ThumbHash`) of assets by row identifier. Leaves out assets whose picture hasn't been
    /// decoded.
    package func placeholders(ofAssets identifiers: some Collection<Int64>) throws -> [Int64: Data] {
        let statement = try database.cachedStatement(
            sql: "SELECT assetId, hash FROM placeholder WHERE assetId IN (SELECT value FROM json_each(?))")
        let rows = try Row.fetchCursor(statement, arguments: [JSONList.text(identifiers)])
        var placeholders: [Int64: Data] = [:]
        while let row = try rows.next() { placeholders[row[0]] = row[1] }
        return placeholders
    }
}

extension CatalogTransaction {
    /// Replaces the placeholder of an asset's picture.
    package func setPlaceholder(_ hash: Data, ofAsset identifier: Int64) throws {
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO placeholder (assetId, hash) VALUES (?, ?)")
            .execute(arguments: [identifier, hash])
    }
}
