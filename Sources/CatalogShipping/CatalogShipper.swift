package import GRDB
internal import Glibc

/// Ships each commit of a catalog that several processes write, as pages.
///
/// Only one process at a time ships a catalog, and only one thread at a time uses its shipper. All waits are those of
/// SQLite's locks and of the disk.
///
/// Three connections take part. `pin` holds a read transaction between two calls: either it has a read mark, so that no
/// writer starts the WAL again, or it has the read lock 0, so that nothing of a new WAL is copied to the file and a writer
/// can start it again only once. In both cases, every frame that wasn't shipped is still in the WAL. `back` takes the
/// pin's place before the pin moves on, and checkpoints. `writeLock` stops the writers for short steps: it never
/// changes a page.
///
/// The number of commits in the WAL-index proves that the frames are complete. If it differs, or a frame isn't valid, the
/// shipper compares all pages with its ledger.
package final class CatalogShipper {
    /// Stages a change durably. The change counts as shipped when `ship()` has returned: the same number comes again,
    /// with other pages, if the sink, the ledger or the process fails before. So a sink replaces a staged change that
    /// has the same number, and nothing may upload a change whose number is above `transaction`.
    package typealias Sink = (ShippedPages) throws -> Void

    let path: String
    let ledgerPath: String
    let identity: String
    let createFile: (String) throws -> Int32
    let sink: Sink
    let writeLock: ShippingConnection
    var pin: ShippingConnection
    var back: ShippingConnection

    /// The pages at the last shipped change. `nil` if the next change must be a snapshot.
    var ledger: PageLedger?
    /// Why the first change is a snapshot or not.
    package internal(set) var ledgerState: LedgerState
    /// The number of the last change in the replica.
    package internal(set) var transaction: UInt64

    /// The WAL. Opened again at each attachment.
    var log: WriteAheadLog?
    /// Whether the pin keeps all frames since the ledger's position.
    var isAttached = false
    /// Whether the position mustn't be trusted, because a page differed from the ledger.
    var mustCompare = false
    /// The number of commits in the WAL-index at the ledger's position. `nil` if it's unknown.
    var change: UInt32?
    /// The end of the WAL at the last complete checkpoint.
    var checkpointed: WriteAheadLogPosition?

    /// Opens the connections and reads the ledger. The first `ship()` attaches.
    ///
    /// - Parameters:
    ///   - path: The catalog, in the WAL mode.
    ///   - ledgerPath: The file of the ledger, which may be missing.
    ///   - identity: The name of the replica, of at most 1,024 bytes of UTF-8. A ledger with another name isn't used.
    ///   - lastTransaction: The highest number in the replica, or zero. If it's above the ledger's, the first change is
    ///     a snapshot.
    ///   - patience: The time in seconds for which a short step waits for a writer.
    ///   - createFile: Creates a file that doesn't exist yet and returns a descriptor for writing.
    ///   - connect: Opens the catalog with this configuration.
    ///   - sink: Stages each change. It mustn't use the shipper.
    /// - Throws: `ShippingError` or `DatabaseError`.
    package init(
        catalog path: String, ledger ledgerPath: String, identity: String, lastTransaction: UInt64,
        patience: Double = 120, createFile: @escaping (String) throws -> Int32,
        connect: (Configuration) throws -> DatabaseQueue, sink: @escaping Sink
    ) throws {
        func connection(_ label: String) throws -> ShippingConnection {
            let label = "albumen.shipping.\(label)"
            return ShippingConnection(
                try connect(ShippingConnection.configuration(label: label, patience: patience)))
        }
        precondition(identity.utf8.count <= 1024, "The identity is longer than 1,024 bytes.")
        self.ledgerPath = ledgerPath
        self.identity = identity
        self.createFile = createFile
        self.sink = sink
        writeLock = try connection("lock")
        pin = try connection("pin")
        back = try connection("back")
        let (mode, file) = try writeLock.read { database in
            (
                try String.fetchOne(database, sql: "PRAGMA journal_mode"),
                // SQLite names the WAL after this path, which has no symbolic links.
                try String.fetchOne(database, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'")
            )
        }
        guard mode == "wal", let file, !file.isEmpty else {
            throw ShippingError(.log, "The catalog \(path) isn't in the WAL mode. Open the library once with albumen.")
        }
        self.path = file
        switch try PageLedger.load(ledgerPath) {
        case .missing: ledgerState = .missing
        case .damaged: ledgerState = .damaged
        case .ledger(let loaded) where loaded.identity != identity: ledgerState = .foreign
        case .ledger(let loaded) where loaded.transaction < lastTransaction: ledgerState = .stale
        case .ledger(let loaded):
            ledgerState = .usable
            ledger = loaded
        }
        transaction = max(lastTransaction, ledger?.transaction ?? 0)
    }

    /// Ships all commits since the last call as one change.
    ///
    /// Writers wait only for the start of an attachment: for a few small reads of the WAL. They never wait for the
    /// sink.
    ///
    /// - Throws: `ShippingError`, `DatabaseError` or the sink's error. Nothing is lost then: the next call ships the same
    ///   pages, and perhaps more. `transaction` states whether the change was shipped before the error.
    /// - Complexity: O(*f*) for *f* frames since the last call, and for the writing of the ledger O(*p*) for *p*
    ///   pages of the catalog. O(*p* + *f*) reads if pages are compared.
    package func ship() throws -> ShippingOutcome {
        if !isAttached {
            let outcome = try attach()
            if outcome.change != nil { return outcome }
        }
        if let outcome = try follow() { return outcome }
        let outcome = try attach()
        if outcome.change != nil { return outcome }
        guard let outcome = try follow() else {
            isAttached = false
            throw ShippingError(
                .log,
                "The WAL of \(path) and its index disagree. Close all programs that use the library, and try again.")
        }
        return outcome
    }

    /// Makes the next `ship()` check the position or compare all pages, as after opening. For use after a suspend.
    package func detach() {
        isAttached = false
    }

    /// Ends the transactions and closes the connections. The WAL stays, so that a later shipper continues it.
    package func close() throws {
        isAttached = false
        let results = [writeLock, pin, back].map { connection in Result { try connection.close() } }
        for result in results { try result.get() }
    }

    /// Hands a change to the sink, saves the ledger, and moves the pin on.
    ///
    /// - Parameters:
    ///   - next: The ledger after the change.
    ///   - change: The number of commits in the WAL-index at the ledger's position, if it's known.
    func deliver(
        _ pages: [PageLocation], logPart: ShippedPages.LogPart?, isSnapshot: Bool, next: PageLedger, change: UInt32?,
        _ reader: PageReader
    ) throws -> ShippingOutcome.Change {
        let shipped = ShippedPages(
            pageSize: next.pageSize, commit: next.pageCount, transaction: next.transaction, isSnapshot: isSnapshot,
            logPart: logPart, databaseChecksum: next.total, pages: pages, reader: reader)
        try handOver(shipped, to: sink)
        try next.save(ledgerPath, createFile: createFile)
        try advance(to: next, change: change)
        return ShippingOutcome.Change(
            transaction: next.transaction, pages: pages.count, commit: next.pageCount, isSnapshot: isSnapshot)
    }

    /// Calls the sink. If a page isn't the expected one, the next `ship()` compares all pages.
    func handOver(_ pages: ShippedPages, to sink: Sink) throws {
        defer { pages.reader.end() }
        do {
            try sink(pages)
        } catch let error as ShippingError where error.code == .page {
            isAttached = false
            mustCompare = true
            throw error
        }
    }

    func advance(to next: PageLedger, change: UInt32?) throws {
        ledger = next
        transaction = next.transaction
        self.change = change
        mustCompare = false
        isAttached = true
        try movePin()
    }

    /// Moves the pin to the present state. The new read transaction begins before the old one ends, so no frame that
    /// wasn't shipped goes in between.
    func movePin() throws {
        do {
            try back.hold()
            swap(&pin, &back)
            try back.release()
        } catch {
            isAttached = false
            throw error
        }
    }

    /// Reads the WAL-index. If a writer died while it wrote the index, repairs it first as each reader does.
    func currentIndex() throws -> WriteAheadLogIndex {
        if let index = try writeLock.index() { return index }
        try back.hold()
        try back.release()
        if let index = try writeLock.index() { return index }
        throw ShippingError(.log, "The WAL-index of \(path) can't be read: a writer keeps changing it. Try again.")
    }

    /// The number of the catalog's inode.
    func fileNumber() throws -> UInt64 {
        var status = stat()
        guard stat(path, &status) == 0 else { throw ShippingError.file(path, "found", errno) }
        return UInt64(status.st_ino)
    }
}
