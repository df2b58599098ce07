package import Foundation
import GRDB
package import LibraryFiles
package import Places
import Records
import Synchronization
import SystemCalls
import SystemPackage

/// The library's database: all rows and all SQL statements.
///
/// Reads run concurrently on separate connections, and each read sees one state. Only one write runs at a time, across
/// all processes. Any thread that may wait for the disk can call the methods.
package final class Catalog: Sendable {
    /// The time for which a write waits for another process's write before it fails.
    static let patienceInSeconds: Double = 120

    /// A structure, because `Mutex` wraps a closure of its own again at each use, until a call overflows the stack.
    private struct Handlers {
        var afterCommit: (@Sendable (Int64) -> Void)?
        var confirmation: (@Sendable (Int64) throws -> Void)?
    }

    let pool: DatabasePool
    let permissions: LibraryPermissions
    /// Returns the gazetteer with which the places of assets are looked up.
    package let gazetteer: @Sendable () throws -> Gazetteer
    private let singleStatements: SingleStatementReader
    let gate = CatalogGate()
    private let handlers = Mutex(Handlers())

    /// Opens the catalog at `url`, and creates it if it's missing.
    ///
    /// - Parameters:
    ///   - permissions: The permissions of new files.
    ///   - gazetteer: Returns the gazetteer. If it throws an error, assets are stored without their places.
    package init(
        at url: URL, permissions: LibraryPermissions = .ownerOnly,
        gazetteer: @escaping @Sendable () throws -> Gazetteer = { try Gazetteer.shared() }
    ) throws {
        self.permissions = permissions
        self.gazetteer = gazetteer
        var configuration = Configuration()
        configuration.busyMode = .timeout(Self.patienceInSeconds)
        configuration.maximumReaderCount = 4
        configuration.label = "albumen.catalog"
        configuration.prepareDatabase { database in
            AssetFilter.TextMatch.register(in: database)
        }
        configuration.countStatements()
        configuration.keepLogOfConnectedLibrary(longestLog: Self.longestLog)
        // Only one process at a time opens the catalog, checks for migrations and runs them. SQLite doesn't wait for other
        // connections while it turns on the WAL of a new file.
        let lock = try FolderLock(url.deletingLastPathComponent())
        defer { lock.release() }
        do {
            pool = try permissions.openPool(url.path, configuration)
            // A commit that was reported to a user survives a power failure. GRDB sets NORMAL when it turns on the WAL,
            // so this statement comes afterwards.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            singleStatements = SingleStatementReader(of: pool)
        } catch {
            throw CatalogError(
                .cannotOpen, "The catalog \(url.path) cannot be opened. Is it a library, and may you write to it?",
                cause: error)
        }
        do {
            try CatalogUpgrade(of: pool, permissions: permissions).run()
        } catch let error as CatalogError {
            throw error
        } catch {
            throw CatalogError(.cannotOpen, "The catalog \(url.path) can't be updated to this version.", cause: error)
        }
    }

    /// Calls the body with one state of the catalog.
    package func read<Value>(_ body: (CatalogReader) throws -> Value) throws -> Value {
        try gate.pass {
            try Self.translating {
                try pool.read { try body(CatalogReader(database: $0)) }
            }
        }
    }

    /// Calls the body with a reader for a single statement. One statement sees one state by itself, so this needs no
    /// transaction.
    package func readOnce<Value>(_ body: (CatalogReader) throws -> Value) throws -> Value {
        try gate.pass {
            try Self.translating {
                try singleStatements.read { try body(CatalogReader(database: $0)) }
            }
        }
    }

    /// Sets a handler that is called with the number of each change that this catalog commits. The calls are in the
    /// order of the commits, and before `write` returns. The handler must not write.
    package func onCommit(_ handler: @escaping @Sendable (Int64) -> Void) {
        handlers.withLock { $0.afterCommit = handler }
    }

    /// Sets a handler that blocks until the library's place has a change. `write` calls it in durable mode, without the
    /// write lock.
    package func confirmDurableChanges(_ handler: @escaping @Sendable (Int64) throws -> Void) {
        handlers.withLock { $0.confirmation = handler }
    }

    /// Changes the catalog in one transaction, and records the changes in the history under the author's name.
    ///
    /// The write lock is held while `body` runs, so `body` can check the conditions of the change. In durable mode, returns
    /// after the library's place has the change.
    ///
    /// - Throws: `CatalogError`: with `replaced`, nothing has changed. With `unconfirmed`, the catalog has the change.
    @discardableResult
    package func write<Value>(
        author: String, at date: Date = Date(), _ body: (CatalogTransaction) throws -> Value
    ) throws -> Value {
        let (value, awaited) = try commit(author: author, at: date, body)
        if let awaited { try handlers.withLock { $0 }.confirmation?(awaited) }
        return value
    }

    /// - Returns: The number of the change, if the place must confirm it.
    private func commit<Value>(
        author: String, at date: Date, _ body: (CatalogTransaction) throws -> Value
    ) throws -> (Value, awaited: Int64?) {
        try gate.pass {
            try Self.translating {
                try pool.writeWithoutTransaction { database in
                    var value: Value?
                    var change: Int64?
                    var place: PlaceRecord?
                    try database.inTransaction(.immediate) {
                        let transaction = CatalogTransaction(
                            database: database, author: author, date: date, gazetteer: gazetteer)
                        value = try body(transaction)
                        change = try transaction.finish()
                        if change != nil { place = try transaction.reader.place() }
                        // Access can always be taken back.
                        if let obstacle = place?.obstacle, !transaction.changesOnlyAccess {
                            throw CatalogError(.replaced, obstacle)
                        }
                        return .commit
                    }
                    if let change { handlers.withLock { $0 }.afterCommit?(change) }
                    guard let value else { throw CatalogError(.failed, "The transaction ended without a result.") }
                    return (value, place?.isDurable == true ? change : nil)
                }
            }
        }
    }

    /// Makes all further reads and writes fail with this error.
    package func refuse(_ error: any Error) {
        gate.shut(for: error)
    }

    /// Closes the catalog after current reads and writes have ended. Later reads and writes fail.
    package func close() throws {
        gate.shut(for: CatalogError(.closed, "The library was closed."))
        gate.waitUntilEmpty()
        try singleStatements.close()
        try pool.closeReadersFirst()
    }

    /// Converts errors of SQLite and of the file system to errors with messages for people.
    static func translating<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError {
            let code: CatalogError.Code = error.resultCode == .SQLITE_FULL ? .diskFull : .failed
            throw CatalogError(code, remedy(for: error), cause: error)
        } catch let error as SystemCallFailure {
            let isFull = Set.withoutSpace.contains(error.errno)
            throw CatalogError(
                isFull ? .diskFull : .failed,
                isFull
                    ? "The disk is full: make room and try again."
                    : "\(error.path) cannot be written: check its permissions and the disk.", cause: error)
        }
    }

    private static func remedy(for error: DatabaseError) -> String {
        switch error.resultCode {
        case .SQLITE_FULL: "The disk is full: make room and try again."
        case .SQLITE_BUSY, .SQLITE_LOCKED: "Another program has been writing to the library for too long; try again."
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM:
            "The library cannot be written to: check its permissions."
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: "The catalog is damaged: restore catalog.sqlite from a backup."
        case .SQLITE_IOERR: "The disk failed under the catalog."
        default: "The catalog could not do this."
        }
    }
}
