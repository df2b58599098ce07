import BlobStore
import Cancellation
import Foundation
import PhotoLibrary

extension Library {
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
        if let known = try knownOwnership(in: folder) {
            do {
                try known.check(place, cancellation)
                return known
            } catch let error as RemoteBlobError where error.code == .occupied || error.code == .unreachable {
                // A process may have been killed after this copy had become the owner anew.
                guard let newest = try OwnerListing.read(place, cancellation).newest, newest.library == known.library,
                    newest.isOf(placeCopy)
                else { throw error }
            }
        }
        // Without a mark, the place isn't the one that the library was connected to.
        if try OwnerListing.read(place, cancellation).newest == nil {
            try PlaceMark.check(place, library: placeIdentifier(), copy: placeCopy, cancellation)
        }
        return try takeOwnership(of: place, cancellation)
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
    ///   - takingOver: Whether to replace another copy or another library.
    ///   - willWrite: Called before this copy becomes the owner anew: what it stored there may be gone.
    func takeOwnership(
        of place: any RemoteBlobStore, takingOver: Bool = false, _ cancellation: WorkCancellation,
        willWrite: () throws -> Void = {}
    ) throws -> Ownership {
        let claim = OwnerClaim(library: try placeIdentifier(), copy: placeCopy, date: now())
        let ownership = try Ownership.take(
            place, claim, conditions: try PlaceProbe.run(place, cancellation), takingOver: takingOver, cancellation,
            willWrite: willWrite)
        let folder = try BackupFolder(for: place.address, of: self)
        try folder.create()
        // What was known of the place before is no longer true.
        if ownership.isNew { try folder.forget() }
        try OwnershipFile.write(ownership, to: folder)
        return ownership
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
