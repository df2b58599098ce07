package import BlobStore
package import Cancellation
import Catalog
import CatalogShipping
import Foundation
import LTX
package import PhotoLibrary
import Records

/// Sends each change of a library's catalog to a place, so that a lost machine loses no more than the last seconds.
///
/// One process at a time does this; it holds the lock of the backup's folder. A change becomes an LTX file in that folder
/// first, and is uploaded afterwards on the same thread. Not thread-safe.
package final class CatalogBackup {
    /// The result of a step.
    package struct Step: Sendable, Equatable {
        /// Whether the catalog had changes.
        package var hasShipped = false
        /// The number of files that came into the place.
        package var stored = 0
    }

    let library: Library
    let place: any RemoteBlobStore
    let ownership: Ownership
    let replica: CatalogReplica
    let folder: BackupFolder
    let cancellation: WorkCancellation
    /// Ends the work beside the sending of changes: upkeep, thumbnails and the drill.
    let background = WorkCancellation()
    let staging: BackupStaging
    let shipper: CatalogShipper
    let thumbnails: ThumbnailBackup
    let index: ReplicaIndex
    /// The restore drill that runs on its own thread.
    var runningDrill: RunningDrill?
    /// `nil` after the end.
    private var lock: CloudLock?

    /// Continues the backup in a place, or begins it with a snapshot of the catalog.
    ///
    /// - Throws: `CloudError` with the code `busy` if another process sends the changes. `RemoteBlobError` if the place can't
    ///   be used now, or has another owner.
    package init(
        of library: Library, in place: any RemoteBlobStore, _ ownership: Ownership, _ cancellation: WorkCancellation
    ) throws {
        (self.library, self.place, self.ownership, self.cancellation) = (library, place, ownership, cancellation)
        replica = CatalogReplica(of: ownership.epoch, in: place)
        let folder = try BackupFolder(for: place.address, of: library)
        self.folder = folder
        try folder.create()
        lock = try CloudLock(
            folder: folder.url,
            busy: "Another process of Albumen sends this library's changes to the place, such as `albumen serve`. It "
                + "continues. Look with: albumen cloud status")
        try folder.removeLeftovers()
        try ownership.check(place, cancellation)
        try library.acceptChanges(at: place.address)
        if try place.document(BackupLayout.description, cancellation) == nil {
            _ = try place.putDocument(try library.descriptionData(), BackupLayout.description, cancellation)
        }
        let listed = try replica.files(cancellation)
        index = try ReplicaIndex(of: replica, listed: listed, in: folder, cancellation)
        let start = try BackupStart(
            listed, in: folder, address: place.address, ownership.epoch, isDurable: ownership.mode == .durable)
        let staging = BackupStaging(start.state, in: folder, now: library.now)
        self.staging = staging
        thumbnails = ThumbnailBackup(of: library, in: place, ownership, folder, background)
        shipper = try library.catalog.makeShipper(
            ledger: folder.ledger, identity: "\(library.identifier) \(ownership.epoch)",
            lastTransaction: start.lastTransaction
        ) { try staging.stage($0) }
    }

    /// What maintains the files in the place.
    var upkeep: BackupUpkeep {
        BackupUpkeep(
            place: place, ownership: ownership, replica: replica, folder: folder, index: index,
            cancellation: background, now: library.now)
    }

    /// Runs the body. The signal that ends the sending ends the work beside it as well.
    func whileInUse<Value>(_ body: () throws -> Value) rethrows -> Value {
        let background = background
        return try cancellation.whileWaking({ background.cancel() }, while: body)
    }

    /// Ends the backup's hold on the catalog. The log stays, so that the next backup continues it.
    package func close() throws {
        defer { lock = nil }
        // An error of the drill's result must not hide the one of the catalog.
        defer { try? finishDrill() }
        thumbnails.close()
        try shipper.close()
        try index.write(folder)
    }

    /// Sends all changes up to now. Blocks until the place has them.
    ///
    /// - Throws: `RemoteBlobError` if the place can't be used now. The changes wait in the folder, and the next step sends them.
    @discardableResult
    package func step() throws -> Step {
        var step = Step()
        step.hasShipped = try ship()
        step.stored = try upload()
        return step
    }

    /// Makes a file of the changes since the last one. Needs only the disk.
    func ship() throws -> Bool {
        // Read before, so the file has at least this change.
        let change = try library.catalog.readOnce { try $0.latestChange() }
        staging.nextChange = change
        if try shipper.ship().change != nil { return true }
        // The last file had the change already.
        if staging.state.waiting.isEmpty { try staging.change { $0.storedChange = change } }
        return false
    }

    /// Uploads the files that wait, in order.
    ///
    /// - Returns: The number of files.
    func upload() throws -> Int {
        var count = 0
        try staging.mergeWaiting()
        while let segment = staging.state.waiting.first {
            try cancellation.check(place.address)
            try replica.store(folder.file(of: segment.name), as: segment.name, date: segment.date, cancellation)
            // A former owner's changes are in the place, and count for nothing.
            try ownership.check(place, cancellation)
            try staging.change { state in
                state.storedTransaction = segment.last
                state.storedChange = segment.change
                // Merges never need a snapshot, and it's large.
                if segment.name.isSnapshot { state.segments.removeAll { $0 == segment } }
            }
            // Only now, so that the upkeep merges no file that can still be merged here.
            index.add(
                LTXFile(
                    name: segment.name, size: try folder.size(of: segment.name), date: segment.date,
                    stored: library.now()))
            if segment.name.isSnapshot { try folder.remove(segment.name) }
            count += 1
        }
        if count > 0 || staging.state.storedDate == nil || staging.state.failure != nil {
            try staging.change { state in
                (state.storedDate, state.failure, state.failureDate) = (library.now(), nil, nil)
            }
        }
        return count
    }
}
