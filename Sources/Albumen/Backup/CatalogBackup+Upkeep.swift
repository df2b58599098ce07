import BlobStore
import Cancellation
import CatalogShipping
import Foundation

extension CatalogBackup {
    /// How long files that the place has stay here, in seconds, so that merges don't read them from the place.
    private static let keptAge: TimeInterval = 3600

    /// The time between two looks whether the upkeep has ended, in seconds.
    private static let upkeepLookInterval: TimeInterval = 0.02

    /// Merges files in the place, makes a snapshot if one is due, and removes what the rules of retention don't keep. Blocks.
    func keepUp() throws {
        try upkeep.run(try makeSnapshotIfDue())
        // If a file was damaged, only a snapshot mends the backup.
        if let snapshot = try makeSnapshotIfDue() { try upkeep.run(snapshot) }
        try finishUpkeep()
    }

    /// Does the upkeep, stores all thumbnails and does a drill that is due, and sends changes meanwhile: others may wait for them.
    /// Blocks until the end.
    ///
    /// - Parameter makesSnapshot: Whether to make a snapshot if one is due.
    func keepUpWhileSending(makesSnapshot: Bool) throws {
        let bell = BackupBell(of: library)
        try whileInUse {
            var isFirst = true
            while true {
                let snapshot = makesSnapshot ? try makeSnapshotIfDue() : nil
                guard isFirst || snapshot != nil else { break }
                isFirst = false
                let thread = UpkeepThread(upkeep, snapshot, thumbnails, until: nil)
                do {
                    while thread.outcome == nil { try sendNext(bell) }
                } catch {
                    background.cancel()
                    thread.wait()
                    throw error
                }
                thread.wait()
                try thread.outcome?.get()
            }
            try finishUpkeep()
            while let drill = runningDrill, drill.outcome == nil {
                do {
                    try sendNext(bell)
                } catch {
                    background.cancel()
                    throw error
                }
            }
        }
    }

    private func sendNext(_ bell: BackupBell) throws {
        bell.wait(cancellation, cancellation, seconds: Self.upkeepLookInterval)
        try cancellation.check(place.address)
        try step()
    }

    /// Makes a snapshot here if one is due. The upkeep stores it.
    ///
    /// - Complexity: Reads and writes the whole catalog. No change is sent meanwhile.
    func makeSnapshotIfDue() throws -> BackupUpkeep.Snapshot? {
        // Everything before is in the place, so the snapshot doesn't come before a file that it follows.
        guard staging.state.waiting.isEmpty, upkeep.isSnapshotDue else { return nil }
        var snapshot: BackupUpkeep.Snapshot?
        _ = try shipper.snapshot { pages in
            let (name, date) = try self.staging.write(pages)
            snapshot = BackupUpkeep.Snapshot(name: name, date: date)
        }
        // The snapshot may have shipped a last change first.
        _ = try upload()
        return snapshot
    }

    /// Does what follows an upkeep: removes files here that it doesn't need any more, and files of former owners. Begins the
    /// restore drill if one is due.
    func finishUpkeep() throws {
        try staging.removeStored(before: library.now() - Self.keptAge)
        try removeFormerOwners()
        try drill()
    }
}
