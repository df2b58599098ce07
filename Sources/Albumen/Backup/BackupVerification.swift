import BlobStore
package import Cancellation
import CatalogShipping
package import Foundation
import LTX
package import PhotoLibrary

/// Checks the backup of a library's catalog in its place, by reading only the place.
package struct BackupVerification: Sendable {
    package struct Summary: Sendable, Equatable {
        package var files = 0
        package var bytes: Int64 = 0
        package var transaction: UInt64 = 0
        /// When the newest change was sent.
        package var date: Date
        /// Whether the restored pages were compared with those that this machine sent.
        package var isCompared = false
        /// The number of whole packs of thumbnails. Their bytes are in `bytes`.
        package var packs = 0
        /// What is wrong with a damaged pack of thumbnails, for people. The catalog doesn't need it.
        package var damagedPack: String?
    }

    private let library: Library
    private let place: any RemoteBlobStore
    private let cancellation: WorkCancellation

    /// - Throws: `notConnected`.
    package init(of library: Library, _ cancellation: WorkCancellation) throws {
        self.init(of: library, in: try library.connectedPlace(), cancellation)
    }

    init(of library: Library, in place: any RemoteBlobStore, _ cancellation: WorkCancellation) {
        (self.library, self.place, self.cancellation) = (library, place, cancellation)
    }

    /// Reads each file of the backup and each pack of thumbnails, and checks that no transaction is missing.
    ///
    /// - Parameters:
    ///   - restores: Whether to restore the newest state to a temporary file in addition, and to check it as SQLite does. If
    ///     this machine hasn't sent anything since, each page is compared with what it sent.
    ///   - progress: Called with the numbers of read bytes and of all bytes.
    /// - Throws: `LTXError` with the file that is damaged or the transaction that is missing.
    package func run(
        restores: Bool = false, progress: (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
    ) throws -> Summary {
        let ownership = try library.ownership(of: place, cancellation)
        var (summary, chain) = try check(ownership.epoch, progress)
        if restores { summary.isCompared = try drill(chain, CatalogReplica(of: ownership.epoch, in: place)) }
        return summary
    }

    /// Reads each file of an owner's backup, and checks that no transaction is missing.
    func check(_ epoch: Epoch, _ progress: (Int64, Int64) -> Void) throws -> (summary: Summary, chain: RestoreChain) {
        let replica = CatalogReplica(of: epoch, in: place)
        let files = try replica.files(cancellation)
        let head = try Ownership.head(of: epoch, place, cancellation)
        let chain = try RestoreChain.choose(from: files, expectedHead: head?.transaction)
        guard let last = chain.files.last else { preconditionFailure("A chain has a snapshot.") }
        var summary = Summary(date: try replica.date(of: last.name, cancellation))
        summary.transaction = chain.last
        let packs = try ThumbnailPack.all(in: place, cancellation)
        let total = Int64(clamping: files.reduce(0) { $0 + $1.size }) + packs.values.reduce(0, +)
        for file in files.sorted(by: { $0.name.text < $1.name.text }) {
            try cancellation.check(place.address)
            let reader = try replica.reader(of: file.name, cancellation)
            while try reader.next() != nil {}
            summary.files += 1
            summary.bytes += Int64(clamping: file.size)
            progress(summary.bytes, total)
        }
        try read(packs, &summary) { progress($0, total) }
        return (summary, chain)
    }

    private func read(_ packs: [String: Int64], _ summary: inout Summary, _ progress: (_ done: Int64) -> Void) throws {
        for (name, size) in packs.sorted(by: { $0.key < $1.key }) {
            try cancellation.check(place.address)
            do {
                let file = try ThumbnailPackFile(name, size: size, from: place, cancellation)
                for member in try file.members() { _ = try file.thumbnail(member) }
                summary.packs += 1
            } catch let error as RemoteBlobError where error.code == .damaged {
                summary.damagedPack = summary.damagedPack ?? error.message
            } catch let error as RemoteBlobError where error.code == .notFound {
                // The process that sends the changes has replaced it.
            }
            summary.bytes += size
            progress(summary.bytes)
        }
    }

    /// - Returns: Whether the pages were compared with those that this machine sent.
    private func drill(_ chain: RestoreChain, _ replica: CatalogReplica) throws -> Bool {
        let folder = try BackupFolder(for: place.address, of: library)
        let restored = try CatalogDrill(replica: replica, folder: folder, cancellation: cancellation)
            .run(chain, name: "drill.sqlite") { $1 }
        guard case .ledger(let ledger) = try PageLedger.load(folder.ledger.path(percentEncoded: false)),
            ledger.transaction == restored.header.transactions.upperBound
        else { return false }
        guard ledger.total == restored.checksum else {
            throw BackupError(
                .damaged,
                "The backup in \(place.address) has other pages than this machine sent. Send the whole catalog again with “albumen "
                    + "cloud connect \(place.address) --take-over”, and then “albumen cloud sync”.")
        }
        return true
    }
}
