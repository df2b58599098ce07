package import Catalog
package import Records

/// Copies of thumbnails outside of the library, such as those in a place.
extension Derivatives {
    /// The number of the method that makes thumbnails. Thumbnails of another number aren't used.
    package static var thumbnailRecipe: Int { recipes.thumbnail }
    /// The largest size of a thumbnail that is copied, in bytes. Uncompressed, a picture of 256 by 256 pixels has half of it.
    package static let copiedThumbnailLimit = 512 << 10

    /// Returns a page of the thumbnails, in the order in which they were stored, without their bytes.
    package func thumbnailRows(after row: Int64, limit: Int) throws -> [ThumbnailRow] {
        try whereKept { try store.thumbnailRows(after: row, limit: limit) } ?? []
    }

    /// Returns a thumbnail without its seal, or `nil` if there is none that can be copied.
    package func thumbnailCopy(of digest: BlobDigest) throws -> ThumbnailRecord? {
        guard var thumbnail = try whereKept({ try store.thumbnailRecord(digest) }) ?? nil else { return nil }
        thumbnail.bytes = DerivativeSeal.picture(in: thumbnail.bytes)
        return Self.isCopy(thumbnail) ? thumbnail : nil
    }

    /// Stores thumbnails from outside of the library, unless a picture has one. They get no seal, so only a worker decodes
    /// them.
    ///
    /// - Returns: The number of new thumbnails. It's 0 if derivatives can't be stored.
    package func addCopies(_ thumbnails: [ThumbnailRecord]) throws -> Int {
        let copies = thumbnails.map { thumbnail in
            ThumbnailRecord(
                sha256: thumbnail.sha256, isWhole: thumbnail.isWhole,
                bytes: DerivativeSeal.picture(in: thumbnail.bytes))
        }
        return try whereKept { try store.addThumbnails(copies.filter(Self.isCopy)) } ?? 0
    }

    /// Returns whether a thumbnail is a PNG. Otherwise, it is a JPEG.
    package static func isPNG(_ thumbnail: ThumbnailRecord) -> Bool { DerivativeCodec.isPNG(thumbnail.bytes) }

    private static func isCopy(_ thumbnail: ThumbnailRecord) -> Bool {
        thumbnail.bytes.count <= copiedThumbnailLimit && DerivativeCodec.isComplete(thumbnail.bytes)
    }
}
