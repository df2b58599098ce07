package import BlobStore
package import Catalog
package import Foundation
package import Records

/// The originals of a library: where their bytes are, and how to download them.
///
/// All requests ask it whether an original is missing, and what that means for them. Several threads can use it.
package struct Originals: Sendable {
    /// Where an original's bytes are, as far as that is known without the network.
    package enum Location: Equatable, Sendable {
        /// In the library's folder. A file with another size than its record is damaged.
        case here(byteCount: Int64)
        /// Not in the library's folder, but the library has a place, which may have them.
        case inPlace
        /// Not in the library's folder, and the library has no place.
        case lost
    }

    let library: Library

    private var blobs: LocalBlobStore { library.blobs }
    /// The downloads from the library's place.
    var downloads: OriginalDownloads? { library.cloud.downloads }

    /// Returns where an original's bytes are. Takes a system call, and a query of the catalog if it has no file.
    package func location(of digest: BlobDigest) throws -> Location {
        if let byteCount = try blobs.size(of: digest) { return .here(byteCount: byteCount) }
        return downloads == nil ? .lost : .inPlace
    }

    /// Returns whether the library's folder has an original of this size.
    package func isHere(_ digest: BlobDigest, byteCount: Int64) throws -> Bool {
        try blobs.size(of: digest) == byteCount
    }

    /// Returns whether an original is only in the library's place, which has verified bytes. Unlike `location(of:)`, it
    /// asks the catalog, so that nothing is offered that a download can't bring.
    package func isOnlyInPlace(_ digest: BlobDigest) throws -> Bool {
        guard try !blobs.contains(digest) else { return false }
        return try library.catalog.readOnce { try $0.isPlaced(bytes: digest) }
    }

    /// Returns whether the library has an original's bytes: here, or verified in its place.
    ///
    /// - Parameter reader: The state of the catalog that counts.
    package func keeps(_ digest: BlobDigest, byteCount: Int64, _ reader: CatalogReader) throws -> Bool {
        if let present = try blobs.size(of: digest) { return present == byteCount }
        if try isStored(digest, byteCount: byteCount, reader) { return true }
        // The store can't see the rows of a transaction that isn't committed.
        return try reader.resources(sha256: digest).contains { resource in
            guard let container = resource.container, let size = try blobs.size(of: container.container) else {
                return false
            }
            return resource.fileSize == byteCount && size - container.offset >= byteCount
        }
    }

    package func keeps(_ digest: BlobDigest, byteCount: Int64) throws -> Bool {
        // The store asks the catalog itself, so it isn't called while the catalog is read.
        if let present = try blobs.size(of: digest) { return present == byteCount }
        return try library.catalog.readOnce { try isStored(digest, byteCount: byteCount, $0) }
    }

    private func isStored(_ digest: BlobDigest, byteCount: Int64, _ reader: CatalogReader) throws -> Bool {
        guard let placement = try reader.placement(ofBytes: digest) else { return false }
        return placement.state == .stored && placement.fileSize == byteCount
    }

    /// Returns the error for an original that isn't in the library's folder.
    package func absence(of source: some OriginalSource) -> LibraryError {
        library.changes.checkPresence()
            ?? (downloads == nil ? .missingBytes(of: source.filename) : .needsNetwork(for: source.filename))
    }

    // MARK: Files here

    /// - Throws: `networkAccessRequired` or `missingBytes` if the library's folder doesn't have the original.
    package func requireHere(_ source: some OriginalSource) throws {
        guard try blobs.contains(source.digest) else { throw absence(of: source) }
    }

    /// Returns the path of an original in the library's folder, or `nil` if it isn't there or is only a part of another
    /// original.
    package func url(of digest: BlobDigest) -> URL? {
        let isHere = (try? blobs.contains(digest) && !blobs.isEmbedded(digest)) ?? false
        return isHere ? blobs.fileURL(of: digest) : nil
    }

    /// Returns the path of an original in the library's folder, or of a copy if the original is only a part of another
    /// one. Blocks. The file must never be changed.
    ///
    /// - Parameter copy: Where a copy is written.
    /// - Throws: `BlobStoreError`.
    package func url(of digest: BlobDigest, copiedTo copy: URL) throws(BlobStoreError) -> URL {
        guard try blobs.isEmbedded(digest) else { return blobs.fileURL(of: digest) }
        let (file, size) = (try blobs.open(digest), try blobs.size(of: digest) ?? 0)
        try FileCopy(of: file, named: "Original \(digest)", size: size, digest: digest).write(to: copy)
        return copy
    }

    /// Opens an original in the library's folder. The open file stays readable if the original is deleted or leaves this
    /// machine.
    ///
    /// - Throws: `LibraryError` if the library's folder was moved, deleted or replaced, or if its volume is offline.
    ///   Otherwise, `BlobStoreError`.
    package func open(_ digest: BlobDigest) throws -> OpenFile {
        do {
            return try blobs.open(digest)
        } catch {
            // It may have left this machine since the caller looked.
            if error.code == .notFound, try library.catalog.readOnce({ try $0.isPlaced(bytes: digest) }) {
                throw LibraryError.needsNetwork(for: "an original")
            }
            throw library.changes.checkPresence() ?? error
        }
    }

    /// Opens an original, or returns `nil` if the library's folder doesn't have it.
    package func openIfHere(_ digest: BlobDigest) throws(BlobStoreError) -> OpenFile? {
        do throws(BlobStoreError) {
            return try blobs.open(digest)
        } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
    }
}

extension Library {
    package var originals: Originals { Originals(library: self) }
}

extension LibraryView {
    /// The originals of the library. A caller has their digests from a query in the view's scope.
    package var originals: Originals { library.originals }
}

extension LibraryError {
    /// The error for bytes that are only in the library's place, if the request doesn't allow a download.
    static func needsNetwork(for filename: String) -> LibraryError {
        LibraryError(
            .networkAccessRequired,
            "The bytes of \(filename) are not on this machine. Ask again with network access allowed.")
    }

    /// The error for bytes that are neither here nor in a place.
    package static func missingBytes(of filename: String) -> LibraryError {
        LibraryError(
            .missingBytes, "The bytes of \(filename) are not in the library. Import the file again to bring them back.")
    }
}
