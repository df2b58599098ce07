package import Foundation
import GRDB
import Records
import SystemCalls
import SystemPackage

/// A library whose catalog no program has open. Other programs that open it meanwhile wait until it's released.
///
/// The log of the catalog is in the catalog then, so the file `catalog.sqlite` alone is the whole catalog.
package final class ClosedCatalog {
    package let library: URL
    private let lock: FolderLock

    /// Takes the library's lock, and asks SQLite whether another program uses the catalog, also one of another user.
    ///
    /// - Important: This process must not have the library open.
    /// - Throws: `CatalogError`: `inUse` with the programs that this user may see, or `cannotOpen`.
    package init(inLibrary library: URL) throws {
        self.library = library
        lock = try FolderLock(library)
        do {
            try Self.leaveLog(of: Self.catalog(in: library))
        } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
            lock.release()
            throw CatalogError(.inUse, LibraryUsers.refusal(of: library))
        } catch {
            lock.release()
            let path = library.path
            throw CatalogError(
                .cannotOpen, "The catalog of \(path) can't be closed: check its permissions and the disk.",
                cause: error)
        }
    }

    /// Lets other programs open the library again.
    package func release() { lock.release() }

    package static func catalog(in library: URL) -> URL {
        library.appending(path: "catalog.sqlite", directoryHint: .notDirectory)
    }

    /// Copies the log into the database and removes it, which SQLite does only for the last connection.
    private static func leaveLog(of catalog: URL) throws {
        let path = catalog.path(percentEncoded: false)
        // SQLite would create a missing file.
        guard access(path, F_OK) == 0 else { throw SystemCallFailure(call: "access", errno: .current, path: path) }
        var configuration = Configuration()
        configuration.busyMode = .immediateError
        configuration.label = "albumen.closed-catalog"
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        do {
            let mode = try queue.writeWithoutTransaction { database in
                try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
            }
            try queue.close()
            if mode != "delete" { throw DatabaseError(resultCode: .SQLITE_BUSY) }
        } catch {
            // The first error matters.
            _ = try? queue.close()
            throw error
        }
    }
}

extension Catalog {
    /// Returns the number of the last change of a library that no program has open.
    package static func latestChange(ofClosedCatalogIn library: URL) throws -> Int64 {
        try translating {
            var configuration = Configuration()
            configuration.readonly = true
            let queue = try DatabaseQueue(
                path: ClosedCatalog.catalog(in: library).path(percentEncoded: false), configuration: configuration)
            let change = try queue.read { try CatalogReader(database: $0).latestChange() }
            try queue.close()
            return change
        }
    }
}
