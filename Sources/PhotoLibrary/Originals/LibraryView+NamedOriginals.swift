import BlobStore
package import Foundation
package import Records
import Synchronization

extension LibraryView {
    /// Returns the URL of an original in the library's folder, whether or not the file exists. Originals are named
    /// by digest.
    package func originalURL(_ digest: BlobDigest) -> URL { library.blobs.fileURL(of: digest) }

    /// Returns the URL of a regular file with an original's bytes, whose last component is the original's filename. It
    /// stays readable until the process ends, also after the asset was purged. The file must never be changed.
    ///
    /// A process that can write to read-only files gets a copy, so that it can't change the original. Blocks, for long
    /// if the bytes must be copied: see `NamedOriginals`.
    ///
    /// - Throws: `LibraryError` or `BlobStoreError` if the bytes are missing or the file can't be created.
    package func namedOriginalURL(of source: PictureSource) throws -> URL {
        try originals.requireHere(source)
        return try names().url(of: source.digest, named: source.validFilename)
    }

    /// Returns the URL that `namedOriginalURL(of:)` will return. The original may be in the library's place only.
    ///
    /// - Throws: `BlobStoreError` if the file's folder can't be created.
    package func plannedOriginalURL(of source: PictureSource) throws -> URL {
        try names().plannedURL(of: source.digest, named: source.validFilename)
    }

    /// Whether this process could write to an original by its URL, regardless of the original's mode.
    package var originalsAreWritable: Bool { library.blobs.originalsAreWritable }

    /// Returns the URL of a copy of an original for the result of an image request. Changing the file doesn't change
    /// the original. Blocks.
    ///
    /// The copies of the latest requests stay: 1 GB, or at least one. Otherwise, a process that requests all images would
    /// copy the library.
    ///
    /// - Throws: As `namedOriginalURL(of:)`.
    package func copiedImageURL(of source: PictureSource) throws -> URL {
        let names = try library.namedImages.withLock { names in
            let made = try names ?? library.blobs.makeNamedOriginals(byteLimit: 1 << 30)
            names = made
            return made
        }
        return try names.url(of: source.digest, named: source.validFilename)
    }

    private func names() throws -> NamedOriginals {
        try library.namedOriginals.withLock { names in
            let made = try names ?? library.blobs.makeNamedOriginals()
            names = made
            return made
        }
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
