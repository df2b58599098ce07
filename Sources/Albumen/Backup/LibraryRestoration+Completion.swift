import BlobStore
import Cancellation
import Catalog
import Foundation
import LTX
import PhotoLibrary
import Records

extension LibraryRestoration {
    private static let pageSize = 256
    /// The number of missing originals that are named.
    private static let nameLimit = 100_000

    /// Makes a library of a restored catalog.
    ///
    /// - Parameter ownership: What makes the library the owner of the place, if it becomes its owner.
    func complete(
        _ working: URL, _ point: RestorePoint, _ ownership: Ownership?, _ options: Options,
        _ notify: (String) -> Void, _ progress: @escaping @Sendable (Int64, Int64) -> Void
    ) throws -> Summary {
        let description = Library.descriptionData(identifier: try library(of: point).uuidString)
        try Library.restoreDescription(description, in: working)
        let library = try Library(at: working, workerExecutable: nil, now: now, notify: notify)
        do {
            var summary = Summary(date: point.date, transaction: point.chain.last, epoch: point.epoch)
            summary.assets = try library.catalog.read { try $0.assetCount() }
            if options.fetchesOriginals {
                try library.catalog.maintain { try $0.removePlace() }
                summary.fetched = try fetchOriginals(of: library, progress)
            } else {
                var settings = settings
                settings.isReadOnly = options.isReadOnly ? true : nil
                try settings.write(inLibrary: working)
                let record = PlaceRecord(
                    address: settings.address, date: now(), isDurable: ownership?.mode == .durable,
                    obstacle: options.isReadOnly ? Self.readOnlyObstacle(settings.address) : nil)
                try library.catalog.maintain { try $0.setPlace(record) }
                try settleUploads(of: library)
            }
            // An earlier state can name originals that have left the place since.
            let present = options.date == nil ? nil : try originalsInPlace()
            (summary.missing, summary.remote) = try examine(library, present: present)
            try writeList(of: summary.missing, in: working)
            if let ownership {
                try begin(ownership, library)
                summary.epoch = ownership.epoch
            } else {
                try library.catalog.maintain { try $0.begin(epoch: Int64(clamping: point.epoch.number) + 1) }
            }
            try library.close()
            return summary
        } catch {
            // The first error says what went wrong.
            try? library.close()
            throw error
        }
    }

    static func readOnlyObstacle(_ address: String) -> String {
        "This copy of the library only reads \(address), so it accepts no changes. To make it the owner: albumen cloud connect "
            + "\(address) --take-over. To use it without the place: albumen cloud disconnect."
    }

    /// Sends the whole catalog in the new epoch.
    private func begin(_ ownership: Ownership, _ library: Library) throws {
        try library.catalog.maintain { try $0.begin(epoch: Int64(clamping: ownership.epoch.number)) }
        let backupFolder = try BackupFolder(for: place.address, of: library)
        try backupFolder.create()
        try OwnershipFile.write(ownership, to: backupFolder)
        try noteThumbnails(in: backupFolder)
        let backup = try CatalogBackup(of: library, in: place, ownership, cancellation)
        try backup.step()
        try backup.noteHead()
        try backup.close()
    }

    private func originalsInPlace() throws -> Set<BlobDigest> {
        var digests: Set<BlobDigest> = []
        try RemotePage.forEach(of: place.address) { position in
            try place.list("originals/", after: position, limit: 1000, cancellation)
        } _: { page in
            digests.formUnion(page.elements.compactMap(\.name.originalDigest))
        }
        return digests
    }

    /// The catalog is older than the place: originals that were uploaded after its last change are there.
    private func settleUploads(of library: Library) throws {
        for state in [PlacementRecord.State.waiting, .uploading, .failing] {
            try library.forEachPlacement(in: state) { placement in
                try cancellation.check(place.address)
                guard try place.size(of: .original(placement.sha256), cancellation) == placement.fileSize else {
                    return
                }
                let pieces = try self.pieces(of: placement)
                guard let pieces else { return }
                var stored = placement
                stored.state = .stored
                (stored.upload, stored.reason, stored.attemptCount) = (nil, nil, 0)
                (stored.firstFailureDate, stored.nextAttemptDate) = (nil, nil)
                (stored.verifiedDate, stored.readDate, stored.needsCheck) = (now(), now(), false)
                let row = stored
                try library.catalog.maintain { try $0.update(row, from: [state], pieces: pieces) }
            }
        }
    }

    /// Reads an original in the place, and returns the digests of its pieces. Returns `nil` if it has other bytes.
    private func pieces(of placement: PlacementRecord) throws -> Data? {
        let download = try place.download(placement.sha256)
        var digests = Data()
        var piece = SHA256Hasher()
        var room = Int(RemoteUpload.pieceSize)
        do {
            while var data = try download.next() {
                try cancellation.check(place.address)
                while !data.isEmpty {
                    let part = data.prefix(room)
                    part.withUnsafeBytes { piece.update($0) }
                    data = data.dropFirst(part.count)
                    room -= part.count
                    guard room == 0 else { continue }
                    digests += try piece.finalize().data
                    piece = SHA256Hasher()
                    room = Int(RemoteUpload.pieceSize)
                }
            }
        } catch let error as RemoteBlobError where error.code == .damaged || error.code == .notFound {
            return nil
        }
        if room < Int(RemoteUpload.pieceSize) || digests.isEmpty { digests += try piece.finalize().data }
        return digests
    }

    /// Finds the originals that are neither here nor in the place, and counts those that are only in the place.
    ///
    /// - Parameter present: What the place has, or `nil` to believe the catalog.
    private func examine(
        _ library: Library, present: Set<BlobDigest>?
    ) throws -> ([MissingOriginal], PlacementTotal) {
        var (missing, remote) = ([MissingOriginal](), PlacementTotal())
        var (last, seen) = (Int64(0), Set<BlobDigest>())
        while true {
            let page = try library.catalog.read { try $0.resources(after: last, limit: Self.pageSize) }
            guard let end = page.last else { break }
            for resource in page where try !library.blobs.contains(resource.sha256) {
                guard seen.insert(resource.sha256).inserted else { continue }
                let isPlaced = try library.catalog.readOnce { try $0.isPlaced(bytes: resource.sha256) }
                if isPlaced, present?.contains(resource.sha256) ?? true {
                    remote.count += 1
                    remote.sizeInBytes += resource.fileSize
                } else if try !isWithinPlacedContainer(resource, library), missing.count < Self.nameLimit {
                    missing.append(try Self.missing(resource, library))
                }
            }
            last = end.id
        }
        return (missing, remote)
    }

    /// Whether a file is a part of another one that is in the place, such as the video of a motion photo.
    private func isWithinPlacedContainer(_ resource: ResourceRecord, _ library: Library) throws -> Bool {
        guard let container = resource.container?.container else { return false }
        return try library.catalog.readOnce { try $0.isPlaced(bytes: container) }
    }

    private static func missing(_ resource: ResourceRecord, _ library: Library) throws -> MissingOriginal {
        let albums = try library.catalog.read { reader in
            let rows = try reader.albums(containingAssets: [resource.assetID])[resource.assetID] ?? []
            return try reader.collections(withIdentifiers: rows).compactMap(\.title)
        }
        return MissingOriginal(
            digest: resource.sha256, name: library.photoName(of: resource.sha256), albums: albums.sorted())
    }

    /// Writes `not-restored.txt` into the library's folder, with a line for each missing original.
    private func writeList(of missing: [MissingOriginal], in working: URL) throws {
        guard !missing.isEmpty else { return }
        var lines = ["These files had their bytes only on the lost machine. If you find one, import it again.", ""]
        for original in missing {
            let albums = original.albums.isEmpty ? "" : " in \(original.albums.joined(separator: ", "))"
            let line = "\(original.name)\(albums) (SHA-256 \(original.digest.hexadecimal))"
            lines.append(String(line.map { $0.isNewline ? " " : $0 }))
        }
        let url = working.appending(path: "not-restored.txt", directoryHint: .notDirectory)
        try DurableFile.write(Data((lines.joined(separator: "\n") + "\n").utf8), to: url)
    }
}
