import Foundation
import GRDB
package import Records

/// Files that crashed or blocked the worker. They are stored beside the derivatives, so that recording a fault isn't
/// a change that observers see.
extension DerivativeStore {
    /// Returns the recorded fault of a file, with one statement.
    package func fault(of sha256: BlobDigest, purpose: Int) throws -> FaultRecord? {
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

    /// Whether the database exists. The first call that stores something creates it.
    package var exists: Bool { access(databaseFile.path, F_OK) == 0 }

    /// Returns whether any file of this size has a recorded fault, with one statement.
    package func hasFault(byteCount: Int64, purpose: Int) throws -> Bool {
        try readOnce { database in
            try Bool.fetchOne(
                try database.cachedStatement(
                    sql: "SELECT EXISTS (SELECT 1 FROM fault WHERE byteCount = ? AND purpose = ?)"),
                arguments: [byteCount, purpose]) ?? false
        } ?? false
    }

    /// Records a fault and replaces an earlier one of the same file and purpose.
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

    /// Returns the number of files with a recorded fault.
    package func faultCount() throws -> Int {
        try readOnce { try Int.fetchOne($0, sql: "SELECT count(DISTINCT sha256) FROM fault") ?? 0 } ?? 0
    }
}
