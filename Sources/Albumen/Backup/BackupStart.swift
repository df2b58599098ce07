import BlobStore
import CatalogShipping
import Foundation
import LTX

/// Where a backup continues: what the place has, and which files here follow it.
struct BackupStart {
    var state: BackupState
    /// The highest transaction that the next one must follow. If the ledger isn't that of this transaction, the next one is a
    /// snapshot.
    private(set) var lastTransaction: UInt64

    /// Compares the files in the place, the files here and the ledger. Removes files here that don't follow.
    ///
    /// - Throws: `RemoteBlobError` with the code `occupied` if the place has reported changes that this folder hasn't, in durable
    ///   mode: a snapshot would replace them.
    init(
        _ listed: [LTXFile], in folder: BackupFolder, address: String, _ epoch: Epoch, isDurable: Bool
    ) throws {
        state = BackupState(address: address, epoch: epoch.number)
        if let former = try BackupState.read(from: folder), former.epoch == epoch.number, former.address == address {
            state = former
            // The owner was checked.
            (state.isReplaced, state.newOwner) = (false, nil)
        }
        var ledgerTransaction: UInt64 = 0
        if case .ledger(let ledger) = try PageLedger.load(folder.ledger.path(percentEncoded: false)) {
            ledgerTransaction = ledger.transaction
        }
        let newest = listed.map(\.name.transactions.upperBound).max() ?? 0
        if isDurable, state.storedDate != nil {
            let known = max(
                ledgerTransaction, state.storedTransaction, state.segments.map(\.last).max() ?? 0,
                state.highestTransaction ?? 0)
            guard newest <= known else {
                throw Self.olderCopy(address)
            }
        }
        // Without a chain, the place needs a snapshot.
        let chainEnd = (try? RestoreChain.choose(from: listed).last) ?? 0
        var end = chainEnd
        var kept: [BackupState.Segment] = []
        for segment in state.segments where folder.contains(segment.name) {
            // A file that was merged here after an upload without an answer begins before the end.
            let follows = segment.first <= end + 1 && segment.last > end
            // A ledger is written after its file. The same transaction is made again without it.
            if follows, segment.last <= ledgerTransaction { end = segment.last }
            if segment.last <= end { kept.append(segment) }
        }
        for name in try folder.names() where !kept.contains(where: { $0.name == name }) { try folder.remove(name) }
        state.segments = kept
        // Which changes the rest of the chain has isn't known.
        if chainEnd < state.storedTransaction { state.storedChange = 0 }
        state.storedTransaction = chainEnd
        lastTransaction = max(end, newest, ledgerTransaction)
        state.highestTransaction = lastTransaction
        // The place lacks transactions that nothing here has.
        if end < lastTransaction { try folder.removeLedger() }
    }

    static func olderCopy(_ address: String) -> RemoteBlobError {
        RemoteBlobError(
            .occupied,
            "\(address) has later changes than this folder, which seems to be an older copy of the library. Restore the library "
                + "with “albumen cloud restore”, or send this copy instead with “albumen cloud connect \(address) --take-over”."
        )
    }
}
