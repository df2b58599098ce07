import BlobStore
import Catalog
import Records

/// What the catalog knows of a blob in the place: its size, and the digests of its pieces.
struct StoredPieces: Sendable {
    let size: Int64
    /// The digests of the pieces of `RemoteUpload.pieceSize` bytes.
    let digests: [BlobDigest]
}

extension Catalog {
    /// Returns the pieces of a blob whose bytes in the place were verified, or `nil`.
    func storedPieces(of digest: BlobDigest) throws -> StoredPieces? {
        try read { reader in
            guard let placement = try reader.placement(ofBytes: digest), placement.state == .stored,
                let data = try reader.pieces(ofPlacement: placement.id)
            else { return nil }
            let bytes = Array(data)
            let digests = stride(from: 0, to: bytes.count, by: BlobDigest.byteCount).compactMap { start in
                BlobDigest(bytes: bytes[start..<min(bytes.count, start + BlobDigest.byteCount)])
            }
            let count = (placement.fileSize + RemoteUpload.pieceSize - 1) / RemoteUpload.pieceSize
            guard digests.count == count else { return nil }
            return StoredPieces(size: placement.fileSize, digests: digests)
        }
    }
}
