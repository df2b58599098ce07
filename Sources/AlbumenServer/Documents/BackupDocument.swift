import Albumen
import BlobStore

/// How far the library's place has the catalog's changes, or `null` if the library has no place.
struct CurrentBackupDocument: Encodable {
    struct Backup: Encodable {
        /// The address of the place, for people.
        let place: String
        /// Whether the place has all changes.
        let isProtected: Bool
        /// The number of changes that it doesn't have.
        let waitingChanges: Int64
        /// When the oldest of them was made, or `null`.
        @OrNull var oldestWaiting: String?
        /// When the place confirmed a change last, or `null` if it has none.
        @OrNull var confirmed: String?
        /// Whether a process sends the changes now.
        let isRunning: Bool
        /// Why the last attempt failed, for people, or `null`.
        @OrNull var failure: String?
        /// What the place can't do, for people, or `null`.
        @OrNull var limitation: String?
    }

    @OrNull var backup: Backup?

    init(of library: Library) throws {
        guard let place = library.cloud.place?.address else { return }
        let status = try library.backupStatus(at: place)
        guard !status.isReadOnly else { return }
        backup = Backup(
            place: place, isProtected: status.isComplete,
            waitingChanges: status.waitingChanges, oldestWaiting: status.oldestWaiting.flatMap(Timestamp.utc),
            confirmed: status.storedDate.flatMap(Timestamp.utc), isRunning: status.isRunning, failure: status.failure,
            limitation: status.limitation)
    }
}
