import BlobStore
import Cancellation
import Catalog
package import Foundation
import LTX
import PhotoLibrary
package import Records

extension DiskBackup {
    /// A fault of a backup.
    package enum Finding: Sendable, Equatable {
        /// An original has other bytes than it should have.
        case damaged(BlobDigest, name: String)
        /// The backup's catalog names an original that the folder doesn't have.
        case missing(BlobDigest, name: String)
    }

    package struct Verification: Sendable, Equatable {
        /// The number of files of the catalog, and of originals that were read.
        package var files = 0
        package var originals = 0
        package var bytes: Int64 = 0
        package var faults = 0
        /// When the newest change in the backup was sent.
        package var date: Date
    }

    /// Reads the whole backup: each file of the catalog, a restored catalog, and each original. Writes nothing to the folder.
    /// Notes the damaged originals in the library, and the next `run` copies them again.
    ///
    /// - Parameters:
    ///   - progress: Called with the numbers of read bytes and of all bytes.
    ///   - report: Called for each fault.
    /// - Throws: `BackupError.noBackup`, `LTXError` if the catalog's backup is damaged, or `RemoteBlobError`.
    /// - Complexity: O(*n*) for *n* bytes in the folder.
    package func verify(
        progress: (_ done: Int64, _ total: Int64) -> Void = { _, _ in }, report: (Finding) -> Void = { _ in }
    ) throws -> Verification {
        guard let newest = try OwnerListing.read(place, cancellation).newest else {
            throw BackupError(.noBackup, "\(place.address) has no backup. Make one: albumen backup DIR")
        }
        try library.checkKnownOwner(of: place, cancellation)
        let objects = try originals()
        let backup = BackupVerification(of: library, in: place, cancellation)
        let total = objects.reduce(0) { $1.size.addingSaturating(to: $0) }
        let catalog = try backup.check(newest.epoch) { done, size in progress(done, size.addingSaturating(to: total)) }
        var verification = Verification(
            files: catalog.summary.files, bytes: catalog.summary.bytes, date: catalog.summary.date)
        var damaged: Set<BlobDigest> = []
        let all = catalog.summary.bytes.addingSaturating(to: total)
        for (digest, size) in objects {
            try cancellation.check(place.address)
            do {
                try place.verifyTwice(digest, cancellation)
            } catch let error as RemoteBlobError where error.code == .damaged {
                damaged.insert(digest)
                report(.damaged(digest, name: library.photoName(of: digest)))
            }
            verification.originals += 1
            verification.bytes = size.addingSaturating(to: verification.bytes)
            progress(verification.bytes, all)
        }
        let present = Set(objects.map(\.digest))
        let folder = try BackupFolder(for: place.address, of: library)
        let drill = CatalogDrill(
            replica: CatalogReplica(of: newest.epoch, in: place), folder: folder, cancellation: cancellation)
        let missing = try drill.run(catalog.chain, name: "drill.sqlite") { file, _ in try named(in: file) }
            .subtracting(present)
        for digest in missing.sorted(by: { $0.hexadecimal < $1.hexadecimal }) {
            report(.missing(digest, name: library.photoName(of: digest)))
        }
        verification.faults = damaged.count + missing.count
        try DamagedOriginals.write(damaged, to: folder)
        return verification
    }

    private func originals() throws -> [(digest: BlobDigest, size: Int64)] {
        var objects: [(BlobDigest, Int64)] = []
        try RemotePage.forEach(of: place.address) { position in
            try place.list("originals/", after: position, limit: 1000, cancellation)
        } _: { page in
            objects += page.elements.compactMap { object in object.name.originalDigest.map { ($0, object.size) } }
        }
        return objects
    }

    /// Returns the originals that a restored catalog names.
    private func named(in file: URL) throws -> Set<BlobDigest> {
        let catalog = try Catalog(at: file, permissions: library.permissions)
        defer { try? catalog.close() }
        var digests: Set<BlobDigest> = []
        var row: Int64 = 0
        while true {
            let last = row
            let page = try catalog.read { try $0.backedUpFiles(after: last, limit: 1000) }
            guard let end = page.last else { return digests }
            digests.formUnion(page.map(\.digest))
            row = end.row
        }
    }
}

/// The originals of a disk backup that a verification found damaged: the file `damaged.json` of the backup's folder here.
enum DamagedOriginals {
    /// Returns an empty set if there is no list, or one that this version can't read: the next verification finds them again.
    static func read(from folder: BackupFolder) -> Set<BlobDigest> {
        guard let data = try? Data(contentsOf: url(in: folder)),
            let texts = try? JSONDecoder().decode([String].self, from: data)
        else { return [] }
        return Set(texts.compactMap { BlobDigest(hexadecimal: $0) })
    }

    static func write(_ digests: Set<BlobDigest>, to folder: BackupFolder) throws {
        guard digests != read(from: folder) else { return }
        try DurableFile.write(
            try JSONEncoder().encode(digests.map(\.hexadecimal).sorted()), to: url(in: folder),
            permissions: folder.permissions)
    }

    private static func url(in folder: BackupFolder) -> URL {
        folder.url.appending(path: "damaged.json", directoryHint: .notDirectory)
    }
}
