import Foundation
import GRDB
import GRDBSQLite
import Records

/// A digest is a `BLOB` of 32 bytes.
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
    /// Returns `BlobDigest.zero` for a damaged value, so that the other rows can be read. The bytes of the row count as
    /// missing then.
    func digest(_ column: Int32) -> BlobDigest { BlobDigest(sqliteStatement: statement, index: column) ?? .zero }
}
