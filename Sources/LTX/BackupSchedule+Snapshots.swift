internal import Foundation

extension BackupSchedule {
    /// Whether a new snapshot is due.
    ///
    /// It is if the newest state can't be restored, because there is no snapshot or a file is missing. It is also if the
    /// files after the newest snapshot have more than half of its size, and the newest snapshot isn't of today.
    package var isSnapshotDue: Bool {
        let chain: RestoreChain
        do {
            chain = try RestoreChain.choose(from: files)
        } catch {
            // Only a new snapshot mends a backup without a chain.
            return true
        }
        guard let snapshot = chain.files.first else { return true }
        if let made = snapshot.stored ?? snapshot.date,
            Self.part(of: made, length: Self.dayLength) == Self.part(of: now, length: Self.dayLength)
        {
            return false
        }
        let increments = RestoreChain(files: Array(chain.files.dropFirst()))
        return increments.size > snapshot.size / 2
    }
}
