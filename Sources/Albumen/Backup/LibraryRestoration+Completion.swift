import BlobStore
import Cancellation
import Catalog
import Foundation
import LTX
import PhotoLibrary
import Records

extension LibraryRestoration {
    private static let pageSize = 1000
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
                try settleUploads(of: library, listingFrom: options.listingThreshold)
            }
            // An earlier state can name originals that have left the place since.
            let present = options.date == nil ? nil : try originalsInPlace { _ in true }
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

    /// Lists the originals in the place, and returns the sizes of those that are wanted.
    private func originalsInPlace(
        where isWanted: (BlobDigest) throws -> Bool
    ) throws -> [BlobDigest: Int64] {
        var sizes: [BlobDigest: Int64] = [:]
        try RemotePage.forEach(of: place.address) { position in
            try place.list("originals/", after: position, limit: 1000, cancellation)
        } _: { page in
            for object in page.elements {
                if let digest = object.name.originalDigest, try isWanted(digest) { sizes[digest] = object.size }
            }
        }
        return sizes
    }

    /// The catalog is older than the place: originals that were uploaded after its last change are there.
    private func settleUploads(of library: Library, listingFrom threshold: Int) throws {
        let states = [PlacementRecord.State.waiting, .uploading, .failing]
        let totals = try library.catalog.read { try $0.placementTotals() }
        let count = states.reduce(0) { $0 + (totals[$1]?.count ?? 0) }
        let listed =
            count < threshold
            ? nil
            : try originalsInPlace { digest in
                try library.catalog.readOnce {
                    try $0.placement(ofBytes: digest).map { states.contains($0.state) } ?? false
                }
            }
        for state in states {
            try library.forEachPlacement(in: state) { placement in
                try cancellation.check(place.address)
                let size =
                    try listed.map { $0[placement.sha256] }
                    ?? place.size(of: .original(placement.sha256), cancellation)
                guard size == placement.fileSize else { return }
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
        _ library: Library, present: [BlobDigest: Int64]?
    ) throws -> ([MissingOriginal], PlacementTotal) {
        var (missing, remote) = ([MissingOriginal](), PlacementTotal())
        var (last, seen) = (Int64(0), Set<BlobDigest>())
        while true {
            let page = try library.catalog.read { reader in
                try reader.resources(after: last, limit: Self.pageSize).map { resource in
                    (resource, isPlaced: try reader.isPlaced(bytes: resource.sha256))
                }
            }
            guard let end = page.last else { break }
            for (resource, isPlaced) in page where try library.blobs.lastUse(of: resource.sha256) == nil {
                guard seen.insert(resource.sha256).inserted else { continue }
                if isPlaced, present.map({ $0[resource.sha256] != nil }) ?? true {
                    remote.count += 1
                    remote.sizeInBytes += resource.fileSize
                } else if try !library.blobs.contains(resource.sha256), try !isWithinPlacedContainer(resource, library),
                    missing.count < Self.nameLimit
                {
                    missing.append(try Self.missing(resource, library))
                }
            }
            last = end.0.id
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
