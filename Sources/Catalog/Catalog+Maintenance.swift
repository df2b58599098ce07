package import Foundation
import GRDB
import LibraryFiles
import Records

extension Catalog {
    /// Runs maintenance that doesn't change the library and leaves no history, in one transaction with the write lock
    /// held.
    @discardableResult
    package func maintain<Value>(_ body: (CatalogMaintenance) throws -> Value) throws -> Value {
        try gate.pass {
            try Self.translating {
                try pool.writeWithoutTransaction { database in
                    var value: Value?
                    try database.inTransaction(.immediate) {
                        value = try body(CatalogMaintenance(database: database))
                        return .commit
                    }
                    guard let value else { throw CatalogError(.failed, "The transaction ended without a result.") }
                    return value
                }
            }
        }
    }

    /// Copies one state of the catalog to a new file while others read and write. The copy is a single file.
    ///
    /// - Parameter shouldStop: Called every few megabytes. Returns whether to stop.
    /// - Returns: The number of the last change in the copy.
    /// - Throws: `CatalogError`, with `diskFull` if there is no room. `CancellationError` if `shouldStop` returns
    ///   `true`. The partial file remains, and the caller removes it.
    package func copy(to url: URL, shouldStop: @escaping () -> Bool = { false }) throws -> Int64 {
        try gate.pass {
            try Self.translating { try Self.copy(pool, to: url, permissions, shouldStop: shouldStop) }
        }
    }

    /// Copies one state of an open catalog. See `copy(to:shouldStop:)`.
    static func copy(
        _ catalog: some DatabaseReader, to url: URL, _ permissions: LibraryPermissions,
        shouldStop: @escaping () -> Bool = { false }
    ) throws -> Int64 {
        try permissions.createFileIfMissing(url.path)
        let copy = try DatabaseQueue(path: url.path)
        do {
            // One read covers all steps, so they see the same state despite writes in the meantime.
            try catalog.backup(to: copy, pagesPerStep: pagesPerStep) { progress in
                if !progress.isCompleted, shouldStop() { throw CancellationError() }
            }
            try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            let latest = try copy.read { try CatalogReader(database: $0).latestChange() }
            try copy.close()
            return latest
        } catch {
            // The first error matters, so an error when closing is ignored.
            _ = try? copy.close()
            throw error
        }
    }

    private static let pagesPerStep: CInt = 2_000
}
