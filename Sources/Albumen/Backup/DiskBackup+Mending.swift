import BlobStore
import Cancellation
import Catalog
import Foundation
import PhotoLibrary
import Records

extension DiskBackup {
    /// Makes this copy of the library the owner of the folder.
    ///
    /// - Throws: `occupied` with the name of the owner, and what `--take-over` does.
    func takeOwnership(takingOver: Bool) throws -> Ownership {
        do {
            return try library.takeOwnership(of: place, takingOver: takingOver, cancellation)
        } catch let error as RemoteBlobError where error.code == .occupied && !takingOver {
            guard let newest = try OwnerListing.read(place, cancellation).newest else { throw error }
            let isOther = newest.library != (try library.placeIdentifier())
            let folder = place.address.dropFirst("dir:".count)
            throw RemoteBlobError(
                .occupied,
                "\(folder) has the backup of \(isOther ? "another library" : "another copy of this library"): \(newest.copy). "
                    + "To use the folder for this library from now on, add --take-over. Originals stay there, and that copy "
                    + "can't back up there any more. "
                    + (isOther
                        ? "The other library can't be restored from there then."
                        : "Its earlier states can be restored for 37 days."))
        }
    }

    /// Removes what a run that was killed was writing. The lock of the backup is held, so no other run writes there.
    func removeStrayUploads() throws {
        // The originals of a connected library are uploaded under another lock, which removes its own.
        guard library.cloud.place?.address != place.address else { return }
        try RemotePage.forEach(of: place.address) { position in
            try place.unfinishedUploads(after: position, cancellation)
        } _: { page in
            for upload in page.elements { try place.abandon(upload, cancellation) }
        }
    }

    /// Removes originals that a verification found damaged, and whose right bytes are here, so that they're copied again.
    ///
    /// Each is read again first. A damaged file stays if this machine has no better one.
    ///
    /// - Complexity: O(*n*) for *n* bytes of damaged originals.
    func removeDamagedOriginals(_ report: (String, String) -> Void) throws {
        let folder = try BackupFolder(for: place.address, of: library)
        var rest = DamagedOriginals.read(from: folder)
        for digest in rest.sorted(by: { $0.hexadecimal < $1.hexadecimal }) {
            try cancellation.check(place.address)
            if try isIntact(digest) {
                rest.remove(digest)
            } else if try hasGoodBytes(digest) {
                try place.remove(.original(digest), cancellation)
                rest.remove(digest)
            } else {
                report(
                    library.photoName(of: digest),
                    "Its copy in \(place.address) is damaged, and this library doesn't have its bytes. Import the file again "
                        + "where you still have it.")
            }
        }
        try DamagedOriginals.write(rest, to: folder)
    }

    /// Whether the folder has the right bytes, or none, which are copied anyway.
    private func isIntact(_ digest: BlobDigest) throws -> Bool {
        do {
            try place.verifyTwice(digest, cancellation)
            return true
        } catch let error as RemoteBlobError where error.code == .notFound {
            return true
        } catch let error as RemoteBlobError where error.code == .damaged {
            return false
        }
    }

    private func hasGoodBytes(_ digest: BlobDigest) throws -> Bool {
        do {
            let file = try library.originals.openOrFetch(digest)
            return try file.withDescriptor { try BlobDigest(hashing: $0, named: digest.hexadecimal) } == digest
        } catch let error as BlobStoreError where error.code == .notFound {
            return false
        } catch let error as RemoteBlobError where error.code == .notFound || error.code == .damaged {
            return false
        }
    }
}
