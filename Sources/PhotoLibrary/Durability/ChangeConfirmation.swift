import BlobStore
import Catalog
package import Foundation
import Records
import Synchronization

/// Waits until the place of a library in durable mode has a change. Any thread can call it.
///
/// One process sends the changes and notes in the library's folder how far the place has them. All processes wait for that note,
/// so their changes go to the place together.
package final class ChangeConfirmation: Sendable {
    /// The time after which a change counts as unconfirmed, in seconds.
    package static let patience: TimeInterval = 10
    /// The time between two looks at the note, in seconds.
    private static let lookInterval: TimeInterval = 0.01

    /// A structure, because `Mutex` wraps a closure of its own again at each use.
    private struct Sender {
        let begin: @Sendable () -> Void
    }

    private let folder: URL
    private let catalog: Catalog
    private let patience: TimeInterval
    private let sender = Mutex<Sender?>(nil)

    init(ofLibrary folder: URL, _ catalog: Catalog, patience: TimeInterval = ChangeConfirmation.patience) {
        (self.folder, self.catalog, self.patience) = (folder, catalog, patience)
    }

    /// Sets a handler that makes sure that a process sends the changes. It's called at the start of each wait, and must not
    /// block.
    package func onWait(_ handler: @escaping @Sendable () -> Void) {
        sender.withLock { $0 = Sender(begin: handler) }
    }

    /// Blocks until the place has a change.
    ///
    /// - Throws: `CatalogError` with the code `unconfirmed` after ten seconds, or if another copy owns the place now.
    /// - Complexity: Reads a small file each 10 milliseconds.
    func wait(for change: Int64) throws {
        guard let address = try catalog.readOnce({ try $0.place() })?.address else { return }
        sender.withLock { $0 }?.begin()
        let end = ContinuousClock.now + .seconds(patience)
        while true {
            let note = try BackupNote.read(inLibrary: folder, of: address)
            if let note, try isConfirmed(change, by: note) { return }
            guard ContinuousClock.now < end, note?.isReplaced != true else { throw failure(note, address) }
            Thread.sleep(forTimeInterval: Self.lookInterval)
        }
    }

    /// A note with more changes than the catalog has belongs to a later state of it, which was replaced by a copy.
    private func isConfirmed(_ change: Int64, by note: BackupNote) throws -> Bool {
        guard note.storedChange >= change, !note.isReplaced else { return false }
        return try catalog.readOnce { try $0.latestChange() } >= note.storedChange
    }

    private func failure(_ note: BackupNote?, _ address: String) -> CatalogError {
        if note?.isReplaced == true {
            return CatalogError(
                .unconfirmed,
                "The change is only in this folder, because another copy of the library owns \(address) now. To look for "
                    + "such changes: albumen cloud status")
        }
        let reason = note?.failure.map { " The last attempt failed: \($0)" } ?? ""
        return CatalogError(
            .unconfirmed,
            "The change is in this machine's library, but \(address) hasn't confirmed it within \(Int(patience)) seconds. It may be "
                + "there later: albumen cloud status shows it.\(reason)")
    }
}
