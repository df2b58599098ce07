package import Foundation
import GRDB

/// Files that ended or occupied the worker. They are kept beside the thumbnails that they lack, so that noting one changes
/// nothing that an observer sees.
extension DerivativeStore {
    /// The fault that is remembered of a file. One statement.
    package func fault(of sha256: Data, purpose: Int) throws -> FaultRecord? {
        try readOnce { database in
            try Row.fetchOne(
                try database.cachedStatement(
                    sql: """
                        SELECT byteCount, versions, code, message FROM fault WHERE sha256 = ? AND purpose = ?
                        """),
                arguments: [sha256, purpose]
            ).map { row in
                FaultRecord(
                    sha256: sha256, purpose: purpose, byteCount: row[0], versions: row[1], code: row[2],
                    message: row[3])
            }
        } ?? nil
    }

    /// Whether there is a database, which the first call that stores something makes.
    package var exists: Bool { access(databaseFile.path, F_OK) == 0 }

    /// Whether a fault is remembered of some file of this size. One statement.
    package func hasFault(byteCount: Int64, purpose: Int) throws -> Bool {
        try readOnce { database in
            try Bool.fetchOne(
                try database.cachedStatement(
                    sql: "SELECT EXISTS (SELECT 1 FROM fault WHERE byteCount = ? AND purpose = ?)"),
                arguments: [byteCount, purpose]) ?? false
        } ?? false
    }

    /// Remembers a fault in place of an earlier one of the same file and purpose.
    package func remember(_ fault: FaultRecord) throws {
        _ = try write { database in
            try database.execute(
                sql: """
                    INSERT OR REPLACE INTO fault (sha256, purpose, byteCount, versions, code, message)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    fault.sha256, fault.purpose, fault.byteCount, fault.versions, fault.code, fault.message,
                ])
        }
    }

    package func forgetFaults() throws {
        _ = try write { try $0.execute(sql: "DELETE FROM fault") }
    }

    /// How many files have a fault that is remembered.
    package func faultCount() throws -> Int {
        try readOnce { try Int.fetchOne($0, sql: "SELECT count(DISTINCT sha256) FROM fault") ?? 0 } ?? 0
    }
}
