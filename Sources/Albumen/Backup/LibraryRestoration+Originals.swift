import BlobStore
import Cancellation
import Catalog
import Foundation
import PhotoLibrary
import Records

extension LibraryRestoration {
    /// The number and size of originals that become durable together.
    private static let batchCount = 64
    private static let batchSize: Int64 = 256 << 20

    /// Copies all originals of the library from the place. Each is checked.
    ///
    /// - Complexity: O(*n*) for *n* originals in the place.
    func fetchOriginals(
        of library: Library, _ progress: @escaping @Sendable (Int64, Int64) -> Void
    ) throws -> PlacementTotal {
        let intake = try library.blobs.makeIntake()
        defer { intake.finish() }
        var (fetched, batch, batchSize) = (PlacementTotal(), [StagedBlob](), Int64(0))
        let total = try library.catalog.read { try $0.originalsSize() }
        func commit() throws {
            try intake.commit(batch)
            intake.release(batch)
            (batch, batchSize) = ([], 0)
        }
        try RemotePage.forEach(of: place.address) { position in
            try place.list("originals/", after: position, limit: 1000, cancellation)
        } _: { page in
            for object in page.elements {
                try cancellation.check(place.address)
                guard let digest = object.name.originalDigest, try !library.blobs.contains(digest),
                    try library.catalog.readOnce({ try $0.refers(toBytes: digest) }),
                    let staged = try stage(digest, intake)
                else { continue }
                batch.append(staged)
                batchSize += object.size
                fetched.count += 1
                fetched.sizeInBytes += object.size
                progress(fetched.sizeInBytes, total)
                if batch.count >= Self.batchCount || batchSize >= Self.batchSize { try commit() }
            }
        }
        try commit()
        return fetched
    }

    /// Copies an original. Returns `nil` if the place has other bytes: it's reported as missing then.
    private func stage(_ digest: BlobDigest, _ intake: any BlobIntake) throws -> StagedBlob? {
        let download = try place.download(digest)
        defer { download.cancel() }
        do {
            return try intake.stage { append in
                while let piece = try download.next() {
                    try cancellation.check(place.address)
                    try piece.withUnsafeBytes { try append($0) }
                }
            }
        } catch let error as RemoteBlobError where error.code == .damaged || error.code == .notFound {
            return nil
        }
    }
}
