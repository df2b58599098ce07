package import BlobStore
import Cancellation
package import Foundation
import LTX

extension LibraryRestoration {
    /// The states of one owner that a place can restore.
    package struct Lineage: Sendable, Equatable {
        package let epoch: Epoch
        /// The folder and the machine of the owner, or `nil` if its record can't be read.
        package let owner: String?
        /// The epoch from which the owner went on, or `nil` for a new history.
        package let from: Epoch?
        /// The time of the oldest state, or `nil` if there is none.
        package let oldest: Date?
        /// The time of the newest state, or `nil` if the backup isn't whole.
        package let newest: Date?
        /// The number of files, and their size in bytes.
        package let files: Int
        package let size: Int64
        /// Why the newest state can't be restored.
        package let fault: String?
    }

    /// Returns the owners whose states the place has, the newest first.
    package func lineages() throws -> [Lineage] {
        let all = try CatalogReplica.all(in: place, cancellation)
        return try all.keys.sorted().reversed().map { epoch in
            let files = all[epoch, default: []]
            let replica = CatalogReplica(of: epoch, in: place)
            let record = try? OwnerRecord.read(epoch, in: place, cancellation)
            let oldest = files.filter(\.name.isSnapshot)
                .min { $0.name.transactions.upperBound < $1.name.transactions.upperBound }
            var (newest, fault) = (Date?.none, String?.none)
            do {
                let head = try Ownership.head(of: epoch, place, cancellation)
                let chain = try RestoreChain.choose(from: files, expectedHead: head?.transaction)
                newest = try chain.files.last.map { try replica.date(of: $0.name, cancellation) }
            } catch let error as LTXError {
                fault = error.message
            }
            return Lineage(
                epoch: epoch, owner: record?.copy.description, from: record?.from?.epoch,
                oldest: try oldest.map { try replica.date(of: $0.name, cancellation) }, newest: newest,
                files: files.count,
                size: Int64(clamping: files.reduce(0) { $0 + $1.size }), fault: fault)
        }
    }
}
