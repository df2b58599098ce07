package import BlobStore
package import Cancellation
import Catalog
package import Foundation
import LTX
import PhotoLibrary
package import Records
import SystemCalls
import SystemPackage

/// Makes a library from the backup in a place.
///
/// The catalog comes first. The originals stay in the place and come when they are needed, or all at once with
/// `fetchesOriginals`. Everything is made in a hidden folder, and gets its name at the end, so a killed restoration leaves no
/// library. The place keeps what it has.
package struct LibraryRestoration: Sendable {
    package struct Options: Sendable {
        /// Restores the newest state strictly before this time.
        package var date: Date?
        /// Restores without becoming the library's owner: the place stays the other copy's.
        package var isReadOnly = false
        /// Restores although the library's owner has sent changes a short time ago.
        package var replacesOwner = false
        /// Copies all originals to this machine, and doesn't connect the library to the place.
        package var fetchesOriginals = false
        /// From this number of originals on that weren't uploaded, the place is listed, because that takes fewer requests
        /// than asking for each.
        var listingThreshold = 1000

        /// Whether the restored library becomes the owner of the place.
        var takesOver: Bool { !isReadOnly && !fetchesOriginals }

        package init() {}
    }

    /// A file that had its bytes only on the lost machine.
    package struct MissingOriginal: Sendable, Equatable {
        package let digest: BlobDigest
        /// The name of the file with the day of capture.
        package let name: String
        package let albums: [String]
    }

    package struct Summary: Sendable, Equatable {
        /// When the last restored change was sent.
        package var date: Date
        package var transaction: UInt64
        package var epoch: Epoch
        package var assets = 0
        /// The number and size of the originals that are only in the place.
        package var remote = PlacementTotal()
        /// The number and size of the originals that were copied to this machine.
        package var fetched = PlacementTotal()
        package var missing: [MissingOriginal] = []
        package var thumbnails = Thumbnails()
    }

    /// The age of the owner's last sign up to which it counts as running, in seconds.
    static let ownerPatience: TimeInterval = 600

    let settings: CloudSettings
    let place: any RemoteBlobStore
    let folder: URL
    let cancellation: WorkCancellation
    let now: @Sendable () -> Date

    /// - Parameter folder: The library's new folder, which must be missing or empty.
    package init(
        from settings: CloudSettings, to folder: URL, now: @escaping @Sendable () -> Date = { Date() },
        _ cancellation: WorkCancellation
    ) throws {
        (self.settings, self.folder, self.now, self.cancellation) = (settings, folder, now, cancellation)
        place = try RemotePlaces.open(settings)
    }

    /// Restores the library.
    ///
    /// - Parameters:
    ///   - progress: Called with the numbers of read bytes and of all bytes of the catalog, of the originals or of the
    ///     thumbnails.
    ///   - notify: Called with sentences for the user.
    /// - Throws: `BackupError`, `RemoteBlobError`, or `LTXError` if the backup is damaged.
    package func run(
        _ options: Options, progress: @escaping @Sendable (_ done: Int64, _ total: Int64) -> Void = { _, _ in },
        notify: (String) -> Void = Library.notifyOnStandardError
    ) throws -> Summary {
        let (working, lock) = try prepareFolder()
        defer { withExtendedLifetime(lock) {} }
        do {
            var point = try choosePoint(before: options.date)
            if options.takesOver, !options.replacesOwner {
                try checkOwner(try OwnerListing.read(place, cancellation))
            }
            try restoreCatalog(point, in: working, progress)
            var ownership: Ownership?
            if options.takesOver {
                ownership = try takeOver(point)
                // The former owner may have sent changes meanwhile. From now on, it has none confirmed.
                let last = try options.date == nil ? choosePoint(before: nil) : point
                if last.chain.last != point.chain.last || last.epoch != point.epoch {
                    try removeCatalog(in: working)
                    point = last
                    try restoreCatalog(point, in: working, progress)
                }
            }
            var summary = try complete(working, point, ownership, options, notify, progress)
            try moveIntoPlace(working)
            summary.thumbnails = fetchThumbnails(isOwner: ownership != nil, notify, progress)
            // It's empty. The next restoration to the same name removes one that stays.
            try? FileManager.default.removeItem(at: working.deletingLastPathComponent())
            return summary
        } catch {
            try? FileManager.default.removeItem(at: working.deletingLastPathComponent())
            throw error
        }
    }

    // MARK: Parts

    /// Creates and locks a hidden folder beside the library's, and a folder in it in which the library is made. A library
    /// locks its own folder. Removes what a restoration that was killed left.
    private func prepareFolder() throws -> (URL, CloudLock) {
        let path = folder.path(percentEncoded: false)
        if let status = try? Stat(FilePath(path)) {
            let names = status.isFolder ? try FileManager.default.contentsOfDirectory(atPath: path) : ["this file"]
            guard names.isEmpty else {
                throw BackupError(
                    .folderNotEmpty,
                    "\(path) isn't an empty folder (it has “\(names.sorted()[0])”). Name a new or empty folder for the "
                        + "library.")
            }
        }
        let parent = folder.deletingLastPathComponent()
        guard FileManager.default.fileExists(atPath: parent.path(percentEncoded: false)) else {
            throw BackupError(
                .folderNotEmpty,
                "There is no folder \(parent.path(percentEncoded: false)). Make it, or name another one with --to.")
        }
        let hidden = parent.appending(
            path: ".\(folder.lastPathComponent).restoring", directoryHint: .isDirectory)
        let busy = "Another restoration makes the library \(path) now. Wait until it ends."
        if FileManager.default.fileExists(atPath: hidden.path(percentEncoded: false)) {
            let former = try CloudLock(folder: hidden, busy: busy)
            try former.whileHeld { try FileManager.default.removeItem(at: hidden) }
        }
        let working = hidden.appending(path: "library", directoryHint: .isDirectory)
        try DurableFile.makeFolder(at: hidden)
        let lock = try CloudLock(folder: hidden, busy: busy)
        try DurableFile.makeFolder(at: working)
        return (working, lock)
    }

    private func removeCatalog(in working: URL) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: working.path(percentEncoded: false)) {
            try FileManager.default.removeItem(at: working.appending(path: name, directoryHint: .notDirectory))
        }
    }

    /// Becomes the library's owner.
    private func takeOver(_ point: RestorePoint) throws -> Ownership {
        let claim = OwnerClaim(
            library: try library(of: point), copy: Library.placeCopy(of: folder),
            mode: try OwnerListing.read(place, cancellation).newest?.mode ?? .local,
            from: OwnerRecord.Origin(epoch: point.epoch, transaction: point.chain.last), date: now())
        let ownership = try Ownership.take(
            place, claim, conditions: try PlaceProbe.run(place, cancellation), takingOver: true, cancellation)
        try Library.confirm(ownership, of: place, cancellation)
        return ownership
    }

    /// Returns the identifier of the library whose state it is.
    func library(of point: RestorePoint) throws -> UUID {
        if let record = try OwnerRecord.read(point.epoch, in: place, cancellation) { return record.library }
        guard let data = try place.document(BackupLayout.description, cancellation),
            let identifier = Library.identifier(inDescription: data)
        else {
            throw BackupError(
                .incomplete,
                "\(place.address) has neither \(point.epoch.recordName) nor \(BackupLayout.description), which name the "
                    + "library. Restore one of these documents there.")
        }
        return identifier
    }

    /// Gives the library its name, in one step.
    private func moveIntoPlace(_ working: URL) throws {
        do {
            try DurableFile.rename(working, to: folder)
        } catch {
            throw BackupError(
                .folderNotEmpty,
                "The restored library can't get the name \(folder.path): \(error.message) Name a new folder.")
        }
    }

    private func restoreCatalog(
        _ point: RestorePoint, in working: URL, _ progress: @escaping @Sendable (Int64, Int64) -> Void
    ) throws {
        let total = Int64(point.chain.files.reduce(0) { $0 + $1.size })
        let file = working.appending(path: "catalog.sqlite", directoryHint: .notDirectory)
        let replica = CatalogReplica(of: point.epoch, in: place)
        var done: Int64 = 0
        progress(0, total)
        _ = try LTXRestore.restore(point.chain.files, to: file) { part in
            defer {
                done += Int64(part.size)
                progress(done, total)
            }
            try cancellation.check(place.address)
            return try replica.reader(of: part.name, cancellation)
        }
        try Catalog.checkIntegrity(at: file)
    }

    /// - Throws: `ownerIsRunning` if the owner has sent something a short time ago.
    private func checkOwner(_ listing: OwnerListing) throws {
        guard let newest = listing.newest, !listing.isReleased else { return }
        // A restoration to the same folder that was killed.
        if newest.isOf(Library.placeCopy(of: folder)) { return }
        guard let head = try Ownership.head(of: newest.epoch, place, cancellation) else { return }
        guard abs(now().timeIntervalSince(head.date)) < Self.ownerPatience else { return }
        throw BackupError(
            .ownerIsRunning,
            "\(newest.copy) sent changes at \(head.date.formatted(.iso8601)), so it may still run. Stop Albumen there first. "
                + "If that machine is lost, add --force. To look without taking the library over, add --read-only.")
    }
}
