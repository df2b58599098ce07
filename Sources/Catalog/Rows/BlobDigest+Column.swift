import Foundation
import GRDB
import GRDBSQLite
import Records

/// A digest is a `BLOB` of 32 bytes. One of another length is damaged and read as `BlobDigest.zero`, so that the other
/// rows can be read. The bytes of its row count as missing then.
extension BlobDigest: DatabaseValueConvertible, StatementColumnConvertible {
    init?(sqliteStatement: SQLiteStatement, index: CInt) {
        let count = Int(sqlite3_column_bytes(sqliteStatement, index))
        let bytes = UnsafeRawBufferPointer(start: sqlite3_column_blob(sqliteStatement, index), count: count)
        self = BlobDigest(bytes: bytes) ?? .zero
    }

    var databaseValue: DatabaseValue { data.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> BlobDigest? {
        Data.fromDatabaseValue(value).map { BlobDigest(bytes: $0) ?? .zero }
    }
}

extension StatementRow {
    func digest(_ column: Int32) -> BlobDigest { BlobDigest(sqliteStatement: statement, index: column) ?? .zero }
}
