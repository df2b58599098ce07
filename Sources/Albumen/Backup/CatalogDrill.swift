import BlobStore
import Cancellation
import Catalog
import Foundation
import LTX
import SystemCalls
import SystemPackage

/// Restores the newest state of a catalog's backup to a temporary file, as a restoration does, and checks it.
struct CatalogDrill: Sendable {
    /// The space to leave free on the disk, in bytes.
    private static let reserve: Int64 = 64 << 20

    let replica: CatalogReplica
    let folder: BackupFolder
    let cancellation: WorkCancellation

    /// Restores a chain and checks it, and removes the file afterwards.
    ///
    /// - Parameters:
    ///   - name: The name of the temporary file. Calls at the same time need different names.
    ///   - body: Called with the restored file.
    /// - Throws: `LTXError`, `CatalogError` for a damaged database, `RemoteBlobError`, or the error of `body`.
    /// - Complexity: O(*n*) for *n* bytes of the chain and of the catalog.
    func run<Value>(
        _ chain: RestoreChain, name: String, _ body: (URL, RestoredDatabase) throws -> Value
    ) throws -> Value {
        try folder.create()
        let file = folder.url.appending(path: name, directoryHint: .notDirectory)
        func clear() {
            for suffix in ["", "-wal", "-shm"] { unlink(file.path(percentEncoded: false) + suffix) }
        }
        clear()
        defer { clear() }
        let restored = try LTXRestore.restore(chain.files, to: file) { part in
            try cancellation.check(replica.place.address)
            return try replica.reader(of: part.name, cancellation)
        }
        try Catalog.checkIntegrity(at: file)
        return try body(file, restored)
    }

    /// Reads the newest state's chain from the place.
    ///
    /// - Throws: `LTXError` if it isn't whole.
    func newestChain() throws -> RestoreChain {
        let head = try Ownership.head(of: replica.epoch, replica.place, cancellation)
        return try RestoreChain.choose(from: try replica.files(cancellation), expectedHead: head?.transaction)
    }

    /// Returns why the disk has no room for a restored catalog, for people. `nil` if it has room.
    ///
    /// - Parameter catalog: The catalog's file, whose restored copy has about its size.
    func obstacle(catalog: URL) throws -> String? {
        let size = Int64(try Stat(FilePath(catalog.path(percentEncoded: false))).size)
        let path = folder.url.path(percentEncoded: false)
        let free = try FileManager.default.attributesOfFileSystem(forPath: path)[.systemFreeSize] as? NSNumber
        let needed = size.addingReportingOverflow(Self.reserve).partialValue
        guard let free, free.int64Value < needed else { return nil }
        return
            "The disk of \(path) has no room for a restored catalog of \(size / 1_000_000) MB. Free some space there."
    }
}
