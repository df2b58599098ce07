import BlobStore
import Cancellation
import Catalog
package import Foundation
package import PhotoLibrary
import Records

/// How far the place has the catalog's changes.
package struct BackupStatus: Sendable, Equatable {
    /// Whether the place has all changes, and this copy of the library is its owner.
    package var isComplete: Bool
    /// Whether another copy of the library has become the owner, so that this one sends nothing more.
    package var isReplaced: Bool
    /// The folder and the machine of that copy, if they're known.
    package var newOwner: String?
    /// Whether this copy only reads the place.
    package var isReadOnly: Bool
    /// Whether changes are reported only after the place has them.
    package var isDurable: Bool
    /// Whether a process sends the changes now.
    package var isRunning: Bool
    /// The number of changes that aren't in the place.
    package var waitingChanges: Int64
    /// When the oldest of them was made, or `nil` if all are in the place.
    package var oldestWaiting: Date?
    /// When the place confirmed a change last, or `nil` if it has none.
    package var storedDate: Date?
    /// Why the last attempt failed, for people.
    package var failure: String?
    /// What the place can't do, for people. `nil` if it can do everything.
    package var limitation: String?
    /// The result of the last restore drill, or `nil` if there was none.
    package var drill: DrillRecord?
}

extension Library {
    /// Returns the state of the backup in the place with an address, without the network.
    package func backupStatus(at address: String) throws -> BackupStatus {
        let folder = try BackupFolder(for: address, of: self)
        let ownership = try OwnershipFile.read(from: folder)
        // The state of a former owner, or of a place that was emptied since, says nothing.
        let state = try BackupState.read(from: folder).flatMap { $0.epoch == ownership?.epoch.number ? $0 : nil }
        let stored = state?.storedChange ?? 0
        let (latest, oldest) = try catalog.read { reader in
            (try reader.latestChange(), try reader.changes(after: stored, limit: 1).first?.date)
        }
        let isReplaced = state?.isReplaced ?? false
        return BackupStatus(
            // An older copy of the catalog has fewer changes than the place.
            isComplete: state?.storedDate != nil && stored == latest && !isReplaced, isReplaced: isReplaced,
            newOwner: isReplaced ? state?.newOwner : nil, isReadOnly: try cloudSettings()?.isReadOnly ?? false,
            isDurable: try isDurable,
            isRunning: try folder.exists && CloudLock.isHeld(folder.url), waitingChanges: max(0, latest - stored),
            oldestWaiting: latest > stored ? oldest : nil, storedDate: state?.storedDate,
            failure: state?.failure, limitation: ownership?.limitation, drill: state?.drill)
    }

    /// Notes why the changes couldn't be sent, for the status.
    ///
    /// If another copy of the library owns the place, this one accepts no more changes: they would never be in the library that
    /// is used.
    func noteBackupFailure(
        _ error: RemoteBlobError, at place: any RemoteBlobStore, _ cancellation: WorkCancellation
    ) throws {
        let folder = try BackupFolder(for: place.address, of: self)
        if try cloudSettings()?.isReadOnly == true { return try BackupState.note(error, isReplaced: true, in: folder) }
        // The place may belong to this copy all the same, or another library's disk may be attached there.
        guard error.code == .occupied, let owner = try otherCopy(in: place, cancellation) else {
            return try BackupState.note(error, in: folder)
        }
        try BackupState.note(error, isReplaced: true, owner: "\(owner)", in: folder)
        try catalog.maintain { catalog in
            try catalog.refuseChanges(
                at: place.address,
                because:
                    "This copy of the library accepts no changes, because another one owns its place. To make it the owner "
                    + "again: albumen cloud connect \(place.address) --take-over. To use it without the place: albumen cloud "
                    + "disconnect. \(error.message)")
        }
    }

    /// Accepts changes again, because this copy owns its place.
    func acceptChanges(at address: String) throws {
        guard let place = try catalog.readOnce({ try $0.place() }), place.address == address, place.obstacle != nil
        else {
            return
        }
        try catalog.maintain { try $0.refuseChanges(at: address, because: nil) }
    }

    /// Returns the copy of this library that owns a place, if it's another one.
    private func otherCopy(
        in place: any RemoteBlobStore, _ cancellation: WorkCancellation
    ) throws -> PlaceMark.Copy? {
        let (library, copy) = (try placeIdentifier(), placeCopy)
        if let newest = try OwnerListing.read(place, cancellation).newest {
            return newest.library == library && !newest.isOf(copy) ? newest.copy : nil
        }
        guard let mark = try PlaceMark.read(place, cancellation), mark.library == library else { return nil }
        return mark.isOf(library, copy) ? nil : mark.copy
    }
}
