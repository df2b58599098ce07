import BlobStore
import Foundation
import Synchronization

/// What the intake and the appends ask of the store.
extension UploadStore {
    /// The number of uploads whose outcome is remembered.
    private static let finishedLimit = 2_000

    /// Deletes the bytes of a complete upload, and stores what became of it.
    func conclude(_ record: UploadRecord, _ outcome: UploadOutcome) {
        state.withLock { $0.folder }?.remove(record)
        state.withLock { state in
            state.entries[record.identifier]?.status.outcome = outcome
            state.entries[record.identifier]?.status.failure = nil
            state.finished.append(record.identifier)
            while state.finished.count > Self.finishedLimit {
                state.entries[state.finished.removeFirst()] = nil
            }
        }
        noteChange()
    }

    /// Stores why complete uploads couldn't be taken in.
    func fail(_ records: [UploadRecord], _ reason: String) {
        state.withLock { state in
            for record in records { state.entries[record.identifier]?.status.failure = reason }
        }
        noteChange()
    }

    /// Checks that more bytes may come.
    ///
    /// - Parameter size: The size of the file with them.
    /// - Throws: `tooLarge` if the file, all files of the sender, or all files together are larger than the limit.
    func checkSize(adding count: Int64, to size: Int64, of sender: String) throws(UploadError) {
        guard size <= limits.fileSize else {
            throw UploadError(
                .tooLarge, "A file has at most \(limits.fileSize) bytes. Import this one with albumen import.")
        }
        let (all, ofSender) = state.withLock { state in
            state.entries.values.reduce((Int64(0), Int64(0))) { sums, entry in
                guard entry.isUnfinished else { return sums }
                return (sums.0 + entry.size, sums.1 + (entry.record.sender == sender ? entry.size : 0))
            }
        }
        guard all + count <= limits.totalSize, ofSender + count <= limits.sizeOfSender else {
            let limit = all + count <= limits.totalSize ? limits.sizeOfSender : limits.totalSize
            throw UploadError(
                .tooLarge,
                "The files that are being added have more than \(limit) bytes. Wait until some are in the library, or "
                    + "cancel some.")
        }
    }

    /// Notes how many bytes of an upload are on the disk.
    func note(written size: Int64, of identifier: String) {
        state.withLock { $0.entries[identifier]?.written = size }
    }

    func requireRoom(for size: Int64) throws {
        guard try library.blobs.hasRoom(for: size) else { throw UploadError.noRoom(for: size) }
    }
}
