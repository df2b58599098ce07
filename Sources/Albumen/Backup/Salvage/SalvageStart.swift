import BlobStore
import Cancellation
import Catalog
import Foundation
import PhotoLibrary
import Records

/// Which copy of the library has taken the place over, and which changes it certainly has.
///
/// Everything is read: the place, its record of owners, and what this copy has noted.
struct SalvageStart {
    enum Standing {
        /// This copy is the owner of the place.
        case owner
        case replaced
        /// The place can't be asked, and this copy hasn't noted that it was replaced.
        case unknown
    }

    /// The largest number of owners between this copy and the newest one that are looked at, with a request each.
    private static let lineageLimit = 1000

    var standing: Standing
    let address: String
    /// The folder and the machine of the new owner, if they're known.
    var owner: String?
    /// When the new owner took the place over.
    var date: Date?
    /// Whether the owner is another library, which has nothing of this one.
    var isOtherLibrary = false
    /// Why the place can't be asked, for people.
    var obstacle: String?
    /// The new owner certainly has every change up to this one. It may have later ones.
    var change: Int64 = 0

    /// Compares what this copy has noted with the owners' records in the place.
    ///
    /// - Complexity: O(*n*) for *n* owners of the place.
    /// - Throws: `CloudError.notConnected`, or `cancelled`. A place that can't be reached isn't an error.
    init(of library: Library, _ cancellation: WorkCancellation) throws {
        guard let address = try library.catalog.read({ try $0.place() })?.address else { throw CloudError.notConnected }
        self.address = address
        let folder = try BackupFolder(for: address, of: library)
        let known = try OwnershipFile.read(from: folder)
        // The state of a former owner, or of a place that was emptied since, says nothing.
        let state = try BackupState.read(from: folder).flatMap { $0.epoch == known?.epoch.number ? $0 : nil }
        standing = state?.isReplaced == true ? .replaced : .unknown
        owner = state?.newOwner
        change = state?.storedChange ?? 0
        do {
            try ask(try library.connectedPlace(), for: library, known, state, cancellation)
        } catch let error as RemoteBlobError where error.code != .cancelled {
            obstacle = error.message
        } catch let error as CloudError {
            obstacle = error.message
        }
    }

    private mutating func ask(
        _ place: any RemoteBlobStore, for library: Library, _ known: Ownership?, _ state: BackupState?,
        _ cancellation: WorkCancellation
    ) throws {
        let identifier = try library.placeIdentifier()
        guard let newest = try OwnerListing.read(place, cancellation).newest else {
            guard let mark = try PlaceMark.read(place, cancellation) else {
                obstacle =
                    "\(address) has no record of an owner. Check that it's the right place, and that its disk is mounted."
                return
            }
            // A mark doesn't say which state its copy began with.
            (standing, isOtherLibrary) = (.replaced, mark.library != identifier)
            owner = "\(mark.copy)"
            if mark.isOf(identifier, library.placeCopy) { standing = .owner }
            return
        }
        (standing, owner, date) = (.replaced, "\(newest.copy)", newest.date)
        isOtherLibrary = newest.library != identifier
        guard !isOtherLibrary, !newest.isOf(library.placeCopy) else {
            if !isOtherLibrary { standing = .owner }
            change = 0
            return
        }
        guard let known, let transaction = try Self.transaction(of: known.epoch, in: newest, place, cancellation) else {
            // The new owner began with another history.
            change = 0
            return
        }
        change = Self.change(in: transaction, state)
    }

    /// Returns the last transaction of an epoch that the newest owner's history certainly has, or `nil` if it may have none.
    private static func transaction(
        of epoch: Epoch, in newest: OwnerRecord, _ place: any RemoteBlobStore, _ cancellation: WorkCancellation
    ) throws -> UInt64? {
        var record = newest
        for _ in 0..<lineageLimit {
            // This folder is a copy of the owner's, which has all that it had when it was copied.
            if record.epoch == epoch { return .max }
            if let from = record.from {
                if from.epoch == epoch { return from.transaction }
                guard from.epoch > epoch, let former = try OwnerRecord.read(from.epoch, in: place, cancellation),
                    former.library == record.library
                else { return nil }
                record = former
            } else {
                // The same copy may have begun an epoch anew, for example in another mode. It kept its history.
                guard record.epoch > epoch, let previous = Epoch(record.epoch.number - 1),
                    let former = try OwnerRecord.read(previous, in: place, cancellation),
                    former.library == record.library, former.isOf(record.copy)
                else { return nil }
                record = former
            }
        }
        return nil
    }

    /// Returns the last change that a transaction of this copy certainly has.
    static func change(in transaction: UInt64, _ state: BackupState?) -> Int64 {
        guard let state else { return 0 }
        if transaction >= state.storedTransaction { return state.storedChange }
        // A restoration of an earlier state. Files that were sent long ago aren't known any more.
        let earlier = state.segments.filter { $0.last <= transaction }.map(\.change).max() ?? 0
        return min(earlier, state.storedChange)
    }
}
