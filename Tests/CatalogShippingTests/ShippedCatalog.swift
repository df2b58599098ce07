import CatalogShipping
import Foundation
import GRDB
import Glibc
import Testing

/// A catalog in a temporary folder, a writer, a shipper and a replica.
final class ShippedCatalog {
    let folder: URL
    let replica = ModelReplica()
    var writer: DatabaseQueue
    var shipper: CatalogShipper?

    var path: String { folder.appending(path: "catalog.sqlite").path }
    var ledgerPath: String { folder.appending(path: "ship.ledger").path }

    static let schema = """
        CREATE TABLE asset (id INTEGER PRIMARY KEY, uuid TEXT UNIQUE, name TEXT, favorite INT DEFAULT 0, date REAL);
        CREATE INDEX assetByDate ON asset (date, favorite);
        CREATE VIRTUAL TABLE search USING fts5 (name);
        CREATE TRIGGER assetAdded AFTER INSERT ON asset BEGIN
            INSERT INTO search (rowid, name) VALUES (new.id, new.name);
        END;
        CREATE TRIGGER assetDeleted AFTER DELETE ON asset BEGIN DELETE FROM search WHERE rowid = old.id; END;
        """

    init(pageSize: Int = 4096, assets: Int = 200, incrementalVacuum: Bool = false) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "shipping-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "catalog.sqlite").path
        let first = try DatabaseQueue(path: path)
        try first.writeWithoutTransaction { database in
            let vacuum = incrementalVacuum ? "PRAGMA auto_vacuum = INCREMENTAL;" : ""
            try database.execute(
                sql: "PRAGMA page_size = \(pageSize); \(vacuum) PRAGMA journal_mode = WAL; \(Self.schema)")
        }
        try first.close()
        writer = try Self.openWriter(path)
        try add(assets)
    }

    deinit {
        try? shipper?.close()
        try? writer.close()
        try? FileManager.default.removeItem(at: folder)
    }

    static func openWriter(_ path: String, cachePages: Int = 2000) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        configuration.busyMode = .timeout(600)
        configuration.prepareDatabase { database in
            // Otherwise, Debian's SQLite writes zeros to each page that it frees.
            try database.execute(
                sql: """
                    PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = \(cachePages); PRAGMA secure_delete = OFF
                    """)
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    @discardableResult
    func open(
        identity: String = "library", lastTransaction: UInt64? = nil, patience: Double = 600
    ) throws -> CatalogShipper {
        let path = path
        let shipper = try CatalogShipper(
            catalog: path, ledger: ledgerPath, identity: identity,
            lastTransaction: lastTransaction ?? replica.transaction, patience: patience,
            createFile: { Glibc.open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) },
            connect: { try DatabaseQueue(path: path, configuration: $0) },
            sink: { [replica] in try replica.stage($0) })
        self.shipper = shipper
        return shipper
    }

    /// Ships and applies the change to the replica.
    @discardableResult
    func ship() throws -> ShippingOutcome {
        let shipper = try shipper ?? open()
        let outcome = try shipper.ship()
        replica.apply(through: shipper.transaction)
        return outcome
    }

    @discardableResult
    func checkpoint(pages: Int = 1) throws -> CheckpointOutcome {
        let shipper = try shipper ?? open()
        let outcome = try shipper.checkpointIfNeeded(pages: pages)
        replica.apply(through: shipper.transaction)
        return outcome
    }

    func closeShipper() throws {
        try shipper?.close()
        shipper = nil
    }

    func execute(_ sql: String) throws {
        try writer.writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    func add(_ count: Int, nameLength: Int = 20) throws {
        try writer.write { database in
            for _ in 0..<count {
                try database.execute(
                    sql: "INSERT INTO asset (uuid, name, date) VALUES (?, ?, random())",
                    arguments: [UUID().uuidString, "IMG " + String(repeating: "n", count: nameLength)])
            }
        }
    }

    /// The catalog's file as a checkpoint would leave it. Another process copies the files, because this one has
    /// connections whose locks a descriptor of its own would drop.
    func settledContents() throws -> [UInt8] {
        let copy = folder.appending(path: "copy.sqlite").path
        try? FileManager.default.removeItem(atPath: copy + "-wal")
        try run("/bin/cp", [path, copy])
        if FileManager.default.fileExists(atPath: path + "-wal") { try run("/bin/cp", [path + "-wal", copy + "-wal"]) }
        let queue = try DatabaseQueue(path: copy)
        let (integrity, isBusy): (String?, Int?) = try queue.writeWithoutTransaction { database in
            (
                try String.fetchOne(database, sql: "PRAGMA integrity_check"),
                try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")?[0]
            )
        }
        #expect(integrity == "ok" && isBusy == 0)
        try queue.close()
        return Array(try Data(contentsOf: URL(fileURLWithPath: copy)))
    }

    func expectEqualReplica(_ location: SourceLocation = #_sourceLocation) throws {
        let live = try settledContents()
        let copied = replica.contents
        let isEqual = live == copied
        #expect(isEqual, "\(Self.difference(live, copied, replica.pageSize))", sourceLocation: location)
    }

    private static func difference(_ live: [UInt8], _ copy: [UInt8], _ pageSize: Int) -> String {
        let size = max(1, pageSize)
        let pages = (0..<min(live.count, copy.count) / size).filter { index in
            live[index * size..<(index + 1) * size] != copy[index * size..<(index + 1) * size]
        }
        return
            "\(live.count / size) and \(copy.count / size) pages; pages that differ: \(pages.prefix(10).map { $0 + 1 })"
    }

    /// Closes all connections of this process and opens the writer again after some work on the files.
    func whileClosed(_ work: () throws -> Void) throws {
        try closeShipper()
        try writer.close()
        try work()
        writer = try Self.openWriter(path)
    }

    func removeLog() throws {
        for suffix in ["-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.removeItem(atPath: path + suffix)
        }
    }

    func run(_ program: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
