import BlobStore
import Cancellation
import Catalog
import PhotoLibrary
import Records

/// Brings the thumbnails of a place's packs to a library.
///
/// The library keeps only thumbnails of its own pictures, and gives them no seal, so that a worker decodes each one before it's
/// shown by this process.
struct ThumbnailFetch {
    let library: Library
    let place: any RemoteBlobStore
    let cancellation: WorkCancellation

    /// The thumbnails of a pack.
    struct Content {
        /// Those of the library's pictures, for the index.
        var entries: [ThumbnailPackIndex.Entry] = []
        /// The number of thumbnails that the library didn't have.
        var added = 0
    }

    /// Downloads a pack and stores its thumbnails in one transaction.
    ///
    /// - Throws: `RemoteBlobError`, or `CatalogError` if the thumbnails can't be stored.
    /// - Complexity: One request, and the memory of one pack.
    func fetch(_ name: String, size: Int64) throws -> Content {
        let file = try ThumbnailPackFile(name, size: size, from: place, cancellation)
        var (content, thumbnails) = (Content(), [ThumbnailRecord]())
        for member in try members(of: file) {
            guard let thumbnail = try file.thumbnail(member) else { continue }
            content.entries.append(ThumbnailPackIndex.Entry(sha256: member.sha256, size: member.storedSize))
            thumbnails.append(thumbnail)
        }
        content.added = try library.derivatives.addCopies(thumbnails)
        return content
    }

    /// Reads which thumbnails of the library's pictures a pack has, from its directory.
    func entries(of name: String, size: Int64) throws -> [ThumbnailPackIndex.Entry] {
        let file = try ThumbnailPackFile(directoryOf: name, size: size, from: place, cancellation)
        return try members(of: file).map { ThumbnailPackIndex.Entry(sha256: $0.sha256, size: $0.storedSize) }
    }

    private func members(of file: ThumbnailPackFile) throws -> [ThumbnailPackFile.Member] {
        try file.members().filter { member in
            try library.catalog.readOnce { try $0.refers(toBytes: member.sha256) }
        }
    }
}
