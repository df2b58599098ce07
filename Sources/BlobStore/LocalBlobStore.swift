package import Foundation
internal import Glibc
package import LibraryFiles
package import Records
import SystemCalls
internal import SystemCalls
import SystemPackage
internal import SystemPackage

/// Stores blobs as read-only files of a library's folder, named by their digest: `originals/ab/<64 digits>`.
package final class LocalBlobStore: BlobStoring {
    /// The number of bytes that an import leaves free on the disk.
    package static let reserveInBytes: Int64 = 64 << 20

    let layout: BlobLayout
    let shelf: BlobShelf
    let embedded: EmbeddedBlobs

    /// Opens the store in a library's folder and durably creates missing folders.
    ///
    /// - Parameters:
    ///   - permissions: The permissions of new files and folders.
    ///   - usesHardLinks: Whether to link staged bytes. `false` copies them instead, so each new blob is written twice.
    ///     The store also does this on a file system without hard links.
    ///   - ignoresModes: Whether clients could write to read-only files, or `nil` to ask the system. See
    ///     `NamedOriginals`.
    /// - Throws: `permissionDenied`, `notEnoughSpace`, `ioFailure`.
    package init(
        root: URL, permissions: LibraryPermissions = .ownerOnly, usesHardLinks: Bool = true,
        ignoresModes: Bool? = nil
    ) throws(BlobStoreError) {
        var path = root.standardizedFileURL.path(percentEncoded: false)
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        layout = BlobLayout(root: path, permissions: permissions)
        embedded = EmbeddedBlobs(layout)
        shelf = BlobShelf(
            layout: layout, embedded: embedded, usesHardLinks: usesHardLinks, ignoresModes: ignoresModes)
        try DurableFile.makeFolder(at: root, permissions: permissions)
        let isNew = try [layout.originals, layout.staging].map { folder throws(BlobStoreError) in
            try FileSystem.makeFolder(folder, permissions)
        }
        if isNew.contains(true) { try FileSystem.synchronizeFolder(path) }
    }

    /// Sets a closure that returns the places of a blob within others. Any thread can call it, at any time.
    package func locateEmbedded(with closure: @escaping @Sendable (BlobDigest) throws -> [EmbeddedBlob]) {
        embedded.locate(with: closure)
    }

    /// Returns whether a blob has no file of its own and is a part of another blob in the store.
    package func isEmbedded(_ digest: BlobDigest) throws(BlobStoreError) -> Bool {
        guard try ownStatus(of: digest) == nil else { return false }
        return try embedded.find(digest) != nil
    }

    private func ownStatus(of digest: BlobDigest) throws(BlobStoreError) -> Stat? {
        let status = try FileSystem.status(at: layout.blob(digest))
        return status?.isRegularFile == true ? status : nil
    }

    /// Deletes the files that crashed imports left in `staging/`. Doesn't affect intakes in progress, in any process.
    ///
    /// - Returns: The number of deleted intake folders.
    /// - Throws: The first error, after trying all folders.
    @discardableResult
    package func sweepAbandonedStaging() throws(BlobStoreError) -> Int {
        try StagingFolder.sweep(layout)
    }

    /// Returns whether this many bytes fit on the disk and leave some room for the catalog.
    package func hasRoom(for size: Int64) throws(BlobStoreError) -> Bool {
        let root = layout.root
        let disk = try FileSystem.translating("statvfs", root) { () throws(Errno) in try DiskSpace(of: root) }
        return disk.hasRoom(for: size, reserve: Self.reserveInBytes)
    }

    /// - Throws: `notEnoughSpace` if this many bytes don't fit.
    package func requireRoom(for size: Int64) throws(BlobStoreError) {
        guard try !hasRoom(for: size) else { return }
        throw BlobStoreError(
            .notEnoughSpace,
            "There is no room in the library for \(size) more bytes: \(Self.reserveInBytes >> 20) MB of its disk stay free "
                + "for the catalog. Make room and try again.")
    }

    /// Returns the path of a blob, whether or not it exists, for readers that need a path. The file must never be
    /// changed.
    package func fileURL(of digest: BlobDigest) -> URL {
        URL(filePath: layout.blob(digest), directoryHint: .notDirectory)
    }

    /// Creates a folder for originals with names. It exists until `remove()` or the end of the process.
    ///
    /// - Parameter byteLimit: The largest size of all files, or `nil` for no limit. Above it, the oldest are removed.
    package func makeNamedOriginals(byteLimit: Int64? = nil) throws(BlobStoreError) -> NamedOriginals {
        NamedOriginals(shelf: shelf, folder: try StagingFolder(in: layout), byteLimit: byteLimit)
    }

    /// Creates an empty folder on the library's disk for files that will be taken in.
    package func makeWorkingFolder() throws(BlobStoreError) -> WorkingFolder {
        WorkingFolder(try StagingFolder(in: layout))
    }

    /// Whether this process could write to an original through a link to it, regardless of the original's mode.
    package var originalsAreWritable: Bool { shelf.originalsAreWritable }

    package func contains(_ digest: BlobDigest) throws(BlobStoreError) -> Bool {
        try size(of: digest) != nil
    }

    package func size(of digest: BlobDigest) throws(BlobStoreError) -> Int64? {
        if let status = try ownStatus(of: digest) { return status.size }
        return try embedded.find(digest)?.size
    }

    /// Returns a blob's size in bytes and when it was last read, in seconds since 1970, or `nil` if it's missing or only
    /// a part of another blob.
    ///
    /// Most file systems note a read at most once a day, and some never, so this is the time of the import or later.
    package func lastUse(of digest: BlobDigest) throws(BlobStoreError) -> (size: Int64, seconds: Int64)? {
        guard let status = try ownStatus(of: digest) else { return nil }
        return (status.size, status.lastUse)
    }

    package func open(_ digest: BlobDigest) throws(BlobStoreError) -> OpenFile {
        let path = layout.blob(digest)
        guard let file = try FileSystem.openIfPresent(path, O_RDONLY) else {
            if let copy = try embedded.open(digest) { return copy }
            return try FileSystem.open(path, O_RDONLY)
        }
        try file.withDescriptor { descriptor throws(BlobStoreError) in
            _ = try SourceFile(descriptor: descriptor, name: path, role: .stored)
        }
        return file
    }

    package func verify(
        _ digest: BlobDigest, progress: (_ bytesRead: Int64) -> Bool
    ) throws(BlobStoreError) -> BlobCondition {
        let path = layout.blob(digest)
        guard try ownStatus(of: digest) != nil, let file = try FileSystem.openIfPresent(path, O_RDONLY) else {
            return try verifyEmbedded(digest)
        }
        var hasher = SHA256Hasher()
        var count: Int64 = 0
        try file.withDescriptor { descriptor throws(BlobStoreError) in
            try SourceFile(descriptor: descriptor, name: path, role: .stored).read { piece throws(BlobStoreError) in
                hasher.update(piece)
                count += Int64(piece.count)
                guard progress(count) else {
                    throw BlobStoreError(.cancelled, "The check of \(path) was stopped. Start it again to finish it.")
                }
            }
        }
        let actual = try hasher.finalize()
        return actual == digest ? .intact(size: count) : .corrupted(actual: actual, size: count)
    }

    private func verifyEmbedded(_ digest: BlobDigest) throws(BlobStoreError) -> BlobCondition {
        try embedded.read(digest) { range throws(BlobStoreError) in
            let actual = try range.digest()
            return actual == digest
                ? .intact(size: range.count) : .corrupted(actual: actual, size: range.count)
        } ?? .missing
    }

    package func digests(after digest: BlobDigest?, limit: Int) throws(BlobStoreError) -> [BlobDigest] {
        var page: [BlobDigest] = []
        for byte in (digest?.firstByte ?? 0)...UInt8.max where page.count < limit {
            let names = try FileSystem.names(in: layout.folder(ofFirstByte: byte)) ?? []
            let sorted = names.compactMap { BlobDigest(hexadecimal: $0) }.filter { found in
                found.firstByte == byte && digest.map { found > $0 } ?? true
            }.sorted()
            page += sorted.prefix(limit - page.count)
        }
        return page
    }

    @discardableResult
    package func remove(_ digest: BlobDigest) throws(BlobStoreError) -> Bool {
        try FileSystem.unlink(layout.blob(digest))
    }

    package func makeIntake() throws(BlobStoreError) -> any BlobIntake {
        LocalBlobIntake(shelf: shelf, folder: try StagingFolder(in: layout), permissions: layout.permissions)
    }
}
