import BlobStore
package import Cancellation
import Catalog
import Foundation
package import PhotoLibrary

extension CatalogBackup {
    /// The time until the next attempt if the place can't be used, in seconds, doubled after each failure.
    private static let shortestPause: TimeInterval = 15
    private static let longestPause: TimeInterval = 600
    /// The same in durable mode, in which changes wait.
    private static let durablePause: TimeInterval = 1

    /// Sends the changes of a library as they are made, until the cancellation or until the library is connected to another
    /// place. Blocks.
    ///
    /// If the place can't be used for a while, makes the files nevertheless and uploads them later. If another process sends
    /// the changes, waits until it ends.
    ///
    /// - Parameters:
    ///   - ending: Asks for the end. The last changes are sent first, unless the place can't be used.
    ///   - pausing: Called with an error after which it pauses, once for each series of equal errors.
    package static func follow(
        _ library: Library, until ending: WorkCancellation = WorkCancellation(), _ cancellation: WorkCancellation,
        pausing: (any Error) -> Void
    ) {
        var (failures, lastMessage) = (0, "")
        while !cancellation.isCancelled, !ending.isCancelled, let place = library.cloud.place {
            do {
                let ownership = try library.ownership(of: place, cancellation)
                let backup = try CatalogBackup(of: library, in: place, ownership, cancellation)
                (failures, lastMessage) = (0, "")
                defer { try? backup.close() }
                try BackupFollower(backup, until: ending).run(pausing)
            } catch let error as RemoteBlobError where error.code == .cancelled {
                return
            } catch let error as CloudError where error.code == .busy {
                // The other process sends the changes.
            } catch {
                failures += 1
                if let error = error as? RemoteBlobError {
                    try? library.noteBackupFailure(error, at: place, cancellation)
                }
                let message = String(describing: error)
                if message != lastMessage { pausing(error) }
                lastMessage = message
            }
            let isDurable = (try? library.isDurable) ?? false
            let pause =
                isDurable
                ? durablePause : min(longestPause, shortestPause * pow(2, Double(min(failures, 10))))
            // Ends the loop when it's cancelled.
            try? ending.wait(pause, place.address)
        }
    }

    /// Sends all changes of a connected library up to now, unless another process sends them.
    ///
    /// - Parameter keepsUp: Whether to merge files, and to store thumbnails, as well. Changes are sent meanwhile.
    /// - Throws: `CloudError` with the code `notConnected`, or `RemoteBlobError` if the place can't be used now.
    package static func sendOnce(
        _ library: Library, keepsUp: Bool = true, _ cancellation: WorkCancellation
    ) throws {
        let place = try library.connectedPlace()
        do {
            let ownership = try library.ownership(of: place, cancellation)
            let backup = try CatalogBackup(of: library, in: place, ownership, cancellation)
            defer { try? backup.close() }
            let hasStored = try backup.step().stored > 0
            if hasStored { try backup.noteHead() }
            if keepsUp { try backup.keepUpWhileSending(makesSnapshot: hasStored) }
        } catch let error as CloudError where error.code == .busy {
            // The other process sends them within seconds.
        } catch let error as RemoteBlobError where error.code != .cancelled {
            try library.noteBackupFailure(error, at: place, cancellation)
            throw error
        }
    }

    /// Notes in the place how far it goes, so that a restoration finds out if it lost the end.
    package func noteHead() throws {
        try ownership.noteHead(
            transaction: staging.state.storedTransaction, at: library.now(), place, cancellation)
    }
}
