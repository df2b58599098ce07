import Foundation
import GRDB
import GRDBSQLite
import Records

/// A digest is a `BLOB` of 32 bytes. Reading any other value throws an error.
extension BlobDigest: DatabaseValueConvertible, StatementColumnConvertible {
    init?(sqliteStatement: SQLiteStatement, index: CInt) {
        guard let bytes = sqlite3_column_blob(sqliteStatement, index) else { return nil }
        let count = Int(sqlite3_column_bytes(sqliteStatement, index))
        self.init(bytes: UnsafeRawBufferPointer(start: bytes, count: count))
    }

    var databaseValue: DatabaseValue { data.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> BlobDigest? {
        Data.fromDatabaseValue(value).flatMap { BlobDigest(bytes: $0) }
    }
}

extension StatementRow {
    func digest(_ column: Int32) throws -> BlobDigest {
        guard let digest = BlobDigest(sqliteStatement: statement, index: column) else {
            throw CatalogError(
                .failed,
                "A row of the catalog names a file by something other than a SHA-256. Run: albumen verify")
        }
        return digest
    }
}
