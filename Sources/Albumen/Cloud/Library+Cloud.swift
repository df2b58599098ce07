package import BlobStore
package import Cancellation
import Catalog
package import Foundation
package import PhotoLibrary
package import Records

extension Library {
    /// The number of resources that one transaction schedules for upload.
    private static let schedulePortion = 10_000

    /// The state of the library's place.
    package struct CloudStatus: Sendable, Equatable {
        package var place: PlaceRecord
        package var totals: [PlacementRecord.State: PlacementTotal]
        /// Originals that aren't on this machine.
        package var remoteOnly: PlacementTotal
        /// Files of permanently deleted photos and edits that are still in the place.
        package var deleted: PlacementTotal
        /// Originals that are neither on this machine nor in the place.
        package var lost: PlacementTotal
        /// Lost originals, at most 100.
        package var lostExamples: [PlacementRecord]
        /// Other originals whose upload failed, at most 100.
        package var failing: [PlacementRecord]
        /// When the next attempt is due, if an upload failed.
        package var nextAttempt: Date?
        /// Whether a process transfers originals now.
        package var isBusy: Bool
        /// Why the place can't be used now, for example because its disk isn't attached. Only known of folders.
        package var obstacle: String?
        /// How far the place has the catalog's changes.
        package var backup: BackupStatus
    }

    /// Connects the library to a place, and schedules the upload of all originals. Uploads nothing itself.
    ///
    /// If the place hasn't this copy's mark, for example because somebody has emptied it, asks it for each original that it
    /// should have.
    ///
    /// - Parameters:
    ///   - takingOver: Whether to take the place from another copy of the library, or from another library.
    ///   - isDurable: Whether changes are reported only after the place has them. Sends the catalog first in that case. `nil`
    ///     leaves that as it is.
    /// - Throws: `CloudError`, or `RemoteBlobError`: `occupied` if the place belongs to another library or copy, or
    ///   `withoutConditions` if durable mode is impossible there.
    package func connect(
        _ settings: CloudSettings, takingOver: Bool = false, isDurable: Bool? = nil, _ cancellation: WorkCancellation
    ) throws {
        let lock = try CloudLock(of: self)
        try lock.whileHeld {
            let present = try catalog.read { try $0.place() }
            if let present, present.address != settings.address {
                throw CloudError(
                    .alreadyConnected,
                    "This library is connected to \(present.address). Disconnect it first: albumen cloud disconnect")
            }
            let place = try RemotePlaces.open(settings)
            let isDurable = isDurable ?? present?.isDurable ?? false
            _ = try takeOwnership(of: place, mode: isDurable ? .durable : .local, takingOver: takingOver, cancellation)
            {
                try catalog.maintain { try $0.doubtStored() }
            }
            try settings.write(inLibrary: folder)
            try schedule(settings.address, isDurable: isDurable)
            try CloudVerification(of: self, cancellation).recheckStored { _ in }
            // Otherwise, the first changes would wait until the whole catalog is there.
            if isDurable { try CatalogBackup.sendOnce(self, keepsUp: false, cancellation) }
        }
    }

    /// Disconnects the library from its place. The objects in the place remain.
    ///
    /// - Throws: `onlyInPlace` if an original is only there.
    package func disconnect() throws {
        let lock = try CloudLock(of: self)
        try lock.whileHeld {
            guard try catalog.read({ try $0.place() }) != nil || cloudSettings() != nil else {
                throw CloudError.notConnected
            }
            let remote = try remoteOriginals()
            guard remote.count == 0 else {
                throw CloudError(
                    .onlyInPlace,
                    "\(remote.count) \(remote.count == 1 ? "original is" : "originals are") only in the place. Download "
                        + "them first: albumen cloud download --all")
            }
            // From here on, nobody sends the changes, and they're accepted again.
            if let place = try catalog.read({ try $0.place() }) {
                try catalog.maintain { try $0.setPlace(PlaceRecord(address: place.address, date: place.date)) }
            }
            try CloudSettings.remove(inLibrary: folder)
            // If the process is killed from here on, the library can be disconnected again.
            try forgetUploads()
            try catalog.maintain { try $0.removePlace() }
        }
    }

    package func cloudSettings() throws -> CloudSettings? { try CloudSettings.read(inLibrary: folder) }

    /// Returns the state of the place, without the network.
    ///
    /// - Complexity: O(*n*) for *n* originals.
    /// - Throws: `notConnected`.
    package func cloudStatus() throws -> CloudStatus {
        guard let place = try catalog.read({ try $0.place() }) else { throw CloudError.notConnected }
        let remote = try remoteOriginals()
        let isBusy = try CloudLock.isHeld(in: self)
        let obstacle = folderObstacle()
        let backup = try backupStatus(at: place.address)
        var (lost, examples, failing) = (PlacementTotal(), [PlacementRecord](), [PlacementRecord]())
        for state in [PlacementRecord.State.waiting, .uploading, .failing] {
            try forEachPlacement(in: state) { placement in
                if try !blobs.contains(placement.sha256) {
                    // A photo that was deleted permanently isn't lost. The next sync forgets it.
                    guard try catalog.read({ try $0.refers(toBytes: placement.sha256) }) else { return }
                    lost.count += 1
                    lost.sizeInBytes += placement.fileSize
                    if examples.count < Self.exampleLimit { examples.append(placement) }
                } else if state == .failing, failing.count < Self.exampleLimit {
                    failing.append(placement)
                }
            }
        }
        return try catalog.read { reader in
            CloudStatus(
                place: place, totals: try reader.placementTotals(), remoteOnly: remote,
                deleted: try reader.unnamedPlacementTotal(), lost: lost, lostExamples: examples, failing: failing,
                nextAttempt: try reader.nextPlacementAttempt(), isBusy: isBusy, obstacle: obstacle,
                backup: backup)
        }
    }

    /// Returns why the place can't be used now, if it's a folder. Stores aren't asked.
    private func folderObstacle() -> String? {
        do {
            guard let settings = try cloudSettings(), settings.isFolder else { return nil }
            try checkKnownOwner(of: try RemotePlaces.open(settings), WorkCancellation())
            return nil
        } catch {
            return "\(error)"
        }
    }

    private static let exampleLimit = 100

    /// Schedules the upload of all resources that have no placement, in several transactions.
    func schedule(_ address: String, isDurable: Bool = false) throws {
        try catalog.maintain { try $0.setPlace(PlaceRecord(address: address, date: now(), isDurable: isDurable)) }
        var last: Int64? = 0
        while let row = last {
            last = try catalog.maintain { try $0.schedulePlacements(after: row, limit: Self.schedulePortion) }
        }
    }

    /// - Throws: `notConnected`.
    func connectedPlace() throws -> any RemoteBlobStore {
        guard let place = cloud.place else { throw CloudError.notConnected }
        return place
    }

    /// Checks that this copy of the library is the one that writes to a place.
    ///
    /// - Throws: `occupied`, or `unreachable` if the place has no record of it.
    func checkMark(of place: any RemoteBlobStore, _ cancellation: WorkCancellation) throws {
        _ = try ownership(of: place, cancellation)
    }

    /// The library's identifier in the mark of a place.
    func placeIdentifier() throws -> UUID {
        guard let uuid = UUID(uuidString: identifier) else {
            throw LibraryError(
                .notALibrary, "The library's identifier \(identifier) isn't a UUID, so it can't be connected.")
        }
        return uuid
    }

    var placeCopy: PlaceMark.Copy { Self.placeCopy(of: folder) }

    /// The copy of the library in a folder, which may not exist yet. Its parent must.
    static func placeCopy(of folder: URL) -> PlaceMark.Copy {
        let parent = folder.deletingLastPathComponent().resolvingSymlinksInPath()
        let full = parent.appending(path: folder.lastPathComponent, directoryHint: .isDirectory)
        return .ofThisMachine(folder: full.resolvingSymlinksInPath().path(percentEncoded: false))
    }

    /// Returns the number and size of the originals that are only in the place.
    func remoteOriginals() throws -> PlacementTotal {
        var total = PlacementTotal()
        try forEachPlacement(in: .stored) { placement in
            guard try !blobs.contains(placement.sha256) else { return }
            total.count += 1
            total.sizeInBytes += placement.fileSize
        }
        return total
    }

    /// Calls the body with each original in a state that a row names, in pages.
    func forEachPlacement(
        in state: PlacementRecord.State, _ body: (PlacementRecord) throws -> Void
    ) throws {
        var last: Int64 = 0
        while true {
            let page = try catalog.read { try $0.placements(in: state, after: last, limit: 1000) }
            guard let end = page.last else { return }
            for placement in page { try body(placement) }
            last = end.id
        }
    }
}
