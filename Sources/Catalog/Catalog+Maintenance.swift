package import Foundation
import GRDB
import LibraryFiles
import Records

extension Catalog {
    /// Upkeep that is no change of the library and leaves no history: all or nothing, with the write lock held.
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

    /// Copies one state of the catalog into a file that is not there yet, while others read and write. Answers the number of the
    /// last change in the copy. The copy is one file, with nothing beside it.
    ///
    /// - Parameter shouldStop: asked every few megabytes.
    /// - Throws: `CatalogError`, with `diskFull` where there is no room; `CancellationError` when asked to stop. What was
    ///   written stays, for the caller to remove.
    package func copy(to url: URL, shouldStop: @escaping () -> Bool = { false }) throws -> Int64 {
        try gate.pass {
            try Self.translating {
                try permissions.createFileIfMissing(url.path)
                let copy = try DatabaseQueue(path: url.path)
                do {
                    // Within one read, so that the steps see one state however much is written meanwhile.
                    try pool.backup(to: copy, pagesPerStep: Self.pagesPerStep) { progress in
                        if !progress.isCompleted, shouldStop() { throw CancellationError() }
                    }
                    try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
                    let latest = try copy.read { try CatalogReader(database: $0).latestChange() }
                    try copy.close()
                    return latest
                } catch {
                    // The first error is the one to tell.
                    _ = try? copy.close()
                    throw error
                }
            }
        }
    }

    private static let pagesPerStep: CInt = 2_000
}
