internal import Glibc
internal import LibraryFiles
package import Records

/// A blob of which only some pieces may be here, in a sparse file of `partial/`. The file becomes the blob when it's
/// complete.
///
/// Several processes and threads can add pieces at the same time. Each piece is compared with its digest before it's
/// written and marked, so every process can read a marked piece.
package final class PartialBlob: Sendable {
    package let digest: BlobDigest
    /// Bytes.
    package let size: Int64
    private let pieces: PieceRanges
    private let digests: [BlobDigest]
    private let folder: PartialFolder
    private let shelf: BlobShelf

    /// Opens the files, and creates them if they are missing.
    ///
    /// - Parameter pieces: The digests of the pieces of `RemoteUpload.pieceSize` bytes.
    init(of digest: BlobDigest, size: Int64, pieces: [BlobDigest], on shelf: BlobShelf) throws(BlobStoreError) {
        (self.digest, self.size, self.digests, self.shelf) = (digest, size, pieces, shelf)
        self.pieces = PieceRanges(size: size, count: pieces.count)
        try FileSystem.makeFolder(shelf.layout.partial, shelf.layout.permissions)
        folder = try PartialFolder(of: digest, size: size, pieceCount: pieces.count, shelf.layout)
    }

    /// The sparse file, for reading.
    package var file: OpenFile { folder.bytes }

    /// The bytes that are here, as ranges of whole pieces in ascending order.
    package func presentRanges() throws(BlobStoreError) -> [Range<Int64>] {
        pieces.ranges(of: try folder.marks.all(), that: true)
    }

    /// The bytes that are missing, as ranges of whole pieces in ascending order.
    ///
    /// - Parameter wanted: The bytes of which the pieces are needed, or `nil` for all.
    package func missingRanges(in wanted: Range<Int64>? = nil) throws(BlobStoreError) -> [Range<Int64>] {
        var present = try folder.marks.all()
        if let wanted {
            let needed = pieces.indices(with: wanted)
            for index in present.indices where !needed.contains(index) { present[index] = true }
        }
        return pieces.ranges(of: present, that: false)
    }

    /// Adds a piece.
    ///
    /// - Parameter offset: The start of the piece.
    /// - Returns: `false` if the bytes don't have the digest of the piece. Then nothing is written.
    package func add(_ data: UnsafeRawBufferPointer, at offset: Int64) throws(BlobStoreError) -> Bool {
        let index = Int(offset / RemoteUpload.pieceSize)
        guard digests.indices.contains(index), pieces[index] == offset..<offset + Int64(data.count) else {
            return false
        }
        var hasher = SHA256Hasher()
        hasher.update(data)
        guard try hasher.finalize() == digests[index] else { return false }
        if try folder.marks.has(index) { return true }
        try folder.writableBytes.withDescriptor { descriptor throws(BlobStoreError) in
            try FileSystem.write(data, to: descriptor, at: offset, path: folder.bytesPath)
        }
        try folder.marks.set(index)
        return true
    }

    /// Makes the complete file durable and gives it the blob's name. The caller has the turn.
    ///
    /// - Returns: `false` if the pieces aren't those of the blob. Then they are removed.
    package func complete() throws(BlobStoreError) -> Bool {
        // The digest of a single piece is that of the blob.
        let isRight = try digests == [digest] ? true : hash() == digest
        guard isRight else {
            try PartialFolder.remove(folder.path)
            return false
        }
        let folders: Set = [digest.firstByte]
        let includingNames = try shelf.makeFolders(folders)
        _ = try shelf.place(folder.bytesPath, as: digest, size: size, isDurable: false)
        try shelf.synchronizeFolders(folders, includingNames: includingNames)
        // Others can open the file until now.
        try folder.writableBytes.withDescriptor { descriptor throws(BlobStoreError) in
            _ = try FileSystem.check("fchmod", folder.bytesPath) {
                fchmod(descriptor, shelf.layout.permissions.mode(of: .original))
            }
        }
        try PartialFolder.remove(folder.path)
        return true
    }

    /// Removes the pieces. Others who read them aren't disturbed. The caller has the turn.
    package func remove() throws(BlobStoreError) { try PartialFolder.remove(folder.path) }

    // MARK: The turn

    /// Takes the right to download the whole blob, if nobody has it.
    package func takeTurn() throws(BlobStoreError) -> PartialTurn? {
        guard try folder.marks.lockIfFree() else { return nil }
        return PartialTurn(folder)
    }

    /// The number of bytes that have arrived in the turn of somebody else.
    package func arrivedByteCount() throws(BlobStoreError) -> Int64 { try folder.marks.arrivedByteCount() }

    private func hash() throws(BlobStoreError) -> BlobDigest {
        var hasher = SHA256Hasher()
        try file.withDescriptor { descriptor throws(BlobStoreError) in
            try SourceFile(descriptor: descriptor, name: folder.bytesPath, role: .stored)
                .read { piece throws(BlobStoreError) in hasher.update(piece) }
        }
        return try hasher.finalize()
    }
}
