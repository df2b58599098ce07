import BlobStore
import Cancellation
import Catalog
import Foundation
package import PhotoLibrary
import Records

extension Library {
    /// The time after which a new owner reads its record again in durable mode, in seconds.
    private static let confirmationPause: TimeInterval = 5

    /// Returns this copy's ownership of a place that it's connected to, after a check. Libraries that an earlier version
    /// connected get a record of an owner.
    ///
    /// - Throws: `RemoteBlobError`: `occupied` if another copy is the owner, or `unreachable` if the place has no record.
    func ownership(of place: any RemoteBlobStore, _ cancellation: WorkCancellation) throws -> Ownership {
        if try cloudSettings()?.isReadOnly == true {
            throw RemoteBlobError(
                .occupied,
                "This copy of the library only reads \(place.address). To write there, connect it again: albumen cloud "
                    + "connect … --take-over")
        }
        let folder = try BackupFolder(for: place.address, of: self)
        let mode = try mode(at: place.address)
        if let known = try knownOwnership(in: folder), known.mode == mode {
            do {
                try known.check(place, cancellation)
                return known
            } catch let error as RemoteBlobError where error.code == .occupied || error.code == .unreachable {
                // A process may have been killed after this copy had become the owner anew.
                guard try isNewestOwner(of: place, cancellation) else { throw Self.namingSalvage(error) }
                try refuseOlderCopy(of: place, cancellation)
            }
        }
        // Without a mark, the place isn't the one that the library was connected to.
        if try OwnerListing.read(place, cancellation).newest == nil {
            try PlaceMark.check(place, library: placeIdentifier(), copy: placeCopy, cancellation)
        }
        return try takeOwnership(of: place, mode: mode, cancellation)
    }

    /// - Throws: `occupied` if this copy has sent changes in a later epoch than its folder knows, which is then an older copy of the
    ///   folder: it would replace those changes.
    private func refuseOlderCopy(of place: any RemoteBlobStore, _ cancellation: WorkCancellation) throws {
        guard let newest = try OwnerListing.read(place, cancellation).newest,
            try !CatalogReplica(of: newest.epoch, in: place).files(cancellation).isEmpty
        else { return }
        throw BackupStart.olderCopy(place.address)
    }

    /// Whether changes are reported only after the library's place has them.
    package var isDurable: Bool { get throws { try catalog.readOnce { try $0.place() }?.isDurable ?? false } }

    private func mode(at address: String) throws -> OwnerRecord.Mode {
        let place = try catalog.readOnce { try $0.place() }
        return place?.address == address && place?.isDurable == true ? .durable : .local
    }

    /// Whether the last record of an owner in a place is one of this copy.
    func isNewestOwner(of place: any RemoteBlobStore, _ cancellation: WorkCancellation) throws -> Bool {
        guard let newest = try OwnerListing.read(place, cancellation).newest else { return false }
        return try newest.library == placeIdentifier() && newest.isOf(placeCopy)
    }

    /// Names the next step of a copy that was replaced.
    private static func namingSalvage(_ error: RemoteBlobError) -> RemoteBlobError {
        guard error.code == .occupied else { return error }
        return RemoteBlobError(
            .occupied, "\(error.message) To export those that were not sent: albumen cloud salvage --to DIR")
    }

    /// Checks that this copy owns a place, and writes nothing there.
    func checkKnownOwner(of place: any RemoteBlobStore, _ cancellation: WorkCancellation) throws {
        if let known = try knownOwnership(in: BackupFolder(for: place.address, of: self)) {
            try known.check(place, cancellation)
        } else if let newest = try OwnerListing.read(place, cancellation).newest {
            guard newest.library == (try placeIdentifier()), newest.isOf(placeCopy) else {
                throw RemoteBlobError(.occupied, "\(place.address) belongs to \(newest.copy). This copy only reads it.")
            }
        } else {
            try PlaceMark.check(place, library: placeIdentifier(), copy: placeCopy, cancellation)
        }
    }

    /// Returns what this copy knows of its ownership. A copied folder has the file of the copied library, which counts for
    /// nothing.
    private func knownOwnership(in folder: BackupFolder) throws -> Ownership? {
        guard let known = try OwnershipFile.read(from: folder), try known.isOf(placeIdentifier(), placeCopy) else {
            return nil
        }
        return known
    }

    /// Makes this copy the owner of a place, or finds that it is.
    ///
    /// - Parameters:
    ///   - mode: When changes are reported.
    ///   - takingOver: Whether to replace another copy or another library.
    ///   - willWrite: Called before this copy becomes the owner anew: what it stored there may be gone.
    func takeOwnership(
        of place: any RemoteBlobStore, mode: OwnerRecord.Mode = .local, takingOver: Bool = false,
        _ cancellation: WorkCancellation, willWrite: () throws -> Void = {}
    ) throws -> Ownership {
        let claim = OwnerClaim(library: try placeIdentifier(), copy: placeCopy, mode: mode, date: now())
        let ownership = try Ownership.take(
            place, claim, conditions: try PlaceProbe.run(place, cancellation), takingOver: takingOver, cancellation,
            willWrite: willWrite)
        let folder = try BackupFolder(for: place.address, of: self)
        try folder.create()
        // What was known of the place before is no longer true.
        if ownership.isNew || takingOver { try folder.forget() }
        try OwnershipFile.write(ownership, to: folder)
        try Self.confirm(ownership, of: place, cancellation)
        return ownership
    }

    /// Finds a store that let two copies become the owner, before a new owner in durable mode reports its first change.
    static func confirm(
        _ ownership: Ownership, of place: any RemoteBlobStore, _ cancellation: WorkCancellation
    ) throws {
        guard ownership.isNew, ownership.mode == .durable else { return }
        try cancellation.wait(confirmationPause, place.address)
        try ownership.confirm(place, cancellation)
    }
}

/// The file `owner.json` of a backup's folder: the document that makes this copy the owner of the place.
enum OwnershipFile {
    private struct Content: Codable {
        var record: OwnerRecord?
        var mark: PlaceMark?
        var limitation: String?
    }

    /// Returns `nil` if there is none that this version can read.
    static func read(from folder: BackupFolder) throws -> Ownership? {
        guard let data = try? Data(contentsOf: url(in: folder)),
            let content = try? JSONDecoder().decode(Content.self, from: data)
        else { return nil }
        if let record = content.record { return Ownership(resuming: .record(record), limitation: content.limitation) }
        return content.mark.flatMap { Ownership(resuming: .mark($0), limitation: content.limitation) }
    }

    static func write(_ ownership: Ownership, to folder: BackupFolder) throws {
        var content = Content(limitation: ownership.limitation)
        switch ownership.proof {
        case .record(let record): content.record = record
        case .mark(let mark): content.mark = mark
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try DurableFile.write(try encoder.encode(content), to: url(in: folder), permissions: folder.permissions)
    }

    private static func url(in folder: BackupFolder) -> URL {
        folder.url.appending(path: "owner.json", directoryHint: .notDirectory)
    }
}
