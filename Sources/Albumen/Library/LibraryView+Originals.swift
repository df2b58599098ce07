package import BlobStore
package import Foundation
import Synchronization

extension LibraryView {
    /// Returns the URL of an original in the library's folder, whether or not the file exists. Originals are named
    /// by digest.
    package func originalURL(_ digest: BlobDigest) -> URL { library.blobs.fileURL(of: digest) }

    /// Returns the path of an original in the library's folder, or `nil` if it isn't there.
    package func storedURL(_ digest: BlobDigest) -> URL? {
        let isThere = (try? library.blobs.contains(digest)) ?? false
        return isThere ? originalURL(digest) : nil
    }

    /// Returns the size of an original in bytes, or `nil` if the library's folder doesn't have the file.
    package func originalSize(_ digest: BlobDigest) throws -> Int64? { try library.blobs.size(of: digest) }

    /// Returns the URL of a regular file with an original's bytes, whose last component is the original's filename. It
    /// stays readable until the process ends, also after the asset was purged. The file must never be changed.
    ///
    /// Blocks, for long if the library's file system has no hard links.
    ///
    /// - Throws: `LibraryError` or `BlobStoreError` if the bytes are missing or the file can't be created.
    package func namedOriginalURL(of source: PictureSource) throws -> URL {
        guard try library.blobs.contains(source.digest) else {
            throw library.changes.checkPresence() ?? Library.isMissing(source)
        }
        let names = try library.namedOriginals.withLock { names in
            let made = try names ?? library.blobs.makeNamedOriginals()
            names = made
            return made
        }
        return try names.url(of: source.digest, named: source.validFilename)
    }
}

extension PictureSource {
    private static let longestNameInBytes = 255

    /// The filename, or a similar one if no file can have it.
    fileprivate var validFilename: String {
        var name = String(filename.map { $0 == "/" || $0 == "\0" ? "_" : $0 })
        while name.utf8.count > Self.longestNameInBytes { name.removeFirst() }
        return ["", ".", ".."].contains(name) ? "\(digest)" : name
    }
}
