import CSQLiteFiles
package import CatalogShipping
package import Foundation
import GRDB
import LibraryFiles
import Records

extension Catalog {
    /// The number of the log's pages from which a writer of a connected library copies them to the catalog's file, if the
    /// process that sends the changes doesn't: 64 MB.
    static let longestLog = 16_384

    /// Opens a shipper of the catalog's changes. The caller closes it before the catalog.
    ///
    /// - Parameters:
    ///   - ledger: The file in which it keeps what it has shipped.
    ///   - identity: The name of the replica.
    ///   - lastTransaction: The highest transaction in the replica, or 0.
    ///   - sink: Stages each change.
    package func makeShipper(
        ledger: URL, identity: String, lastTransaction: UInt64, sink: @escaping CatalogShipper.Sink
    ) throws -> CatalogShipper {
        try gate.pass {
            try Self.translating {
                try CatalogShipper(
                    catalog: pool.path, ledger: ledger.path(percentEncoded: false), identity: identity,
                    lastTransaction: lastTransaction, createFile: { [permissions] in try permissions.createFile($0) },
                    connect: { try DatabaseQueue(path: pool.path, configuration: $0) }, sink: sink)
            }
        }
    }

    /// Checks a catalog that no process has open.
    ///
    /// - Complexity: O(*n*) for its size.
    /// - Throws: `CatalogError` if it's damaged.
    package static func checkIntegrity(at url: URL) throws {
        let faults = try translating {
            var configuration = Configuration()
            configuration.readonly = true
            let queue = try DatabaseQueue(path: url.path(percentEncoded: false), configuration: configuration)
            let faults = try queue.read { try String.fetchAll($0, sql: "PRAGMA integrity_check(10)") }
            try queue.close()
            return faults
        }
        guard faults == ["ok"] else {
            throw CatalogError(
                .failed,
                "The restored catalog is damaged (\(faults.joined(separator: "; "))). Restore an earlier state.")
        }
    }
}

extension Configuration {
    /// Leaves the log of a connected library to the process that sends its changes to the place. Otherwise, that process would
    /// have to compare all pages after each command.
    mutating func keepLogOfConnectedLibrary(longestLog: Int) {
        guard !readonly else { return }
        prepareDatabase { database in
            guard !database.configuration.readonly, try database.isOfConnectedLibrary() else { return }
            try database.execute(sql: "PRAGMA wal_autocheckpoint = \(longestLog)")
            let result = albumen_sqlite_keep_wal(database.sqliteConnection)
            guard result == DatabaseError.SQLITE_OK.rawValue else {
                throw DatabaseError(resultCode: ResultCode(rawValue: result))
            }
        }
    }
}

extension Database {
    fileprivate func isOfConnectedLibrary() throws -> Bool {
        let hasTable = try Bool.fetchOne(
            self, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'place')")
        guard hasTable == true else { return false }
        return try Bool.fetchOne(self, sql: "SELECT EXISTS (SELECT 1 FROM place)") ?? false
    }
}
