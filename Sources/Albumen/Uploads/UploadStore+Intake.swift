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

    /// - Throws: `tooLarge` if the file or all files together are larger than the limit.
    func checkSize(adding count: Int64, to size: Int64) throws(UploadError) {
        guard size <= limits.fileSize else {
            throw UploadError(
                .tooLarge, "A file has at most \(limits.fileSize) bytes. Import this one with albumen import.")
        }
        let total = state.withLock { state in
            state.entries.values.reduce(0) { $1.isUnfinished ? $0 + $1.record.offset : $0 }
        }
        guard total + count <= limits.totalSize else {
            throw UploadError(
                .tooLarge,
                "The files that are being added have more than \(limits.totalSize) bytes. Wait until some are in "
                    + "the library, or cancel some.")
        }
    }

    func requireRoom(for size: Int64) throws {
        guard try library.blobs.hasRoom(for: size) else { throw UploadError.noRoom(for: size) }
    }
}
