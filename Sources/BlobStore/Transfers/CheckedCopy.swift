internal import CAlbumenSystem
internal import Glibc
internal import LibraryFiles
internal import Records
internal import SystemPackage

/// A copy of a file under a hidden name, until its bytes are durable and compared.
struct CheckedCopy {
    let file: String
    let hidden: String
    let size: Int64
    /// The SHA-256 of the bytes that were read, or `nil` if none were.
    let digest: BlobDigest?

    /// Reads a file, writes its bytes to a hidden file, and starts to write them to the disk.
    ///
    /// - Parameter shouldStop: Called between pieces.
    init(
        of source: String, as file: String, _ kind: LibraryPermissions.Kind, _ permissions: LibraryPermissions,
        shouldStop: () -> Bool, progress: (Int64) -> Void
    ) throws(BlobStoreError) {
        let hidden = Self.hiddenName(of: file)
        FileSystem.unlinkIfPossible(hidden)
        let from = try FileSystem.open(source, O_RDONLY)
        let to = try FileSystem.create(hidden, kind, permissions)
        var hasher = SHA256Hasher()
        var size: Int64 = 0
        do throws(BlobStoreError) {
            try from.withDescriptor { from throws(BlobStoreError) in
                try to.withDescriptor { to throws(BlobStoreError) in
                    try SourceFile(descriptor: from, name: source, role: .stored).read { piece throws(BlobStoreError) in
                        if shouldStop() { throw BlobStoreError(.cancelled, "The copy to \(file) was stopped.") }
                        hasher.update(piece)
                        try FileSystem.write(piece, to: to, path: file)
                        size += Int64(piece.count)
                        progress(Int64(piece.count))
                    }
                    albumen_start_writing(to)
                }
            }
        } catch {
            FileSystem.unlinkIfPossible(hidden)
            throw error
        }
        (self.file, self.hidden, self.size, self.digest) = (file, hidden, size, try hasher.finalize())
    }

    /// Makes a hidden file that shares the source's blocks.
    ///
    /// - Returns: `nil` if the file systems can't do that.
    init?(
        cloning source: String, as file: String, _ kind: LibraryPermissions.Kind, _ permissions: LibraryPermissions
    ) throws(BlobStoreError) {
        let hidden = Self.hiddenName(of: file)
        FileSystem.unlinkIfPossible(hidden)
        guard try TransferMethod.clone(source, to: hidden, permissions, kind) else {
            FileSystem.unlinkIfPossible(hidden)
            return nil
        }
        (self.file, self.hidden, self.size, self.digest) = (file, hidden, 0, nil)
    }

    /// Makes the bytes of copies durable, compares those that were read with the copies, and gives all their names.
    ///
    /// - Throws: `ioFailure` if a copy has other bytes than were read. Copies without names have hidden names then.
    static func finish(_ copies: [CheckedCopy]) throws(BlobStoreError) {
        if let failure = FileSystem.synchronizeFiles(copies.map(\.hidden)).values.first { throw failure }
        for copy in copies {
            if let digest = copy.digest { try copy.compare(digest) }
            try FileSystem.rename(copy.hidden, to: copy.file)
        }
    }

    private func compare(_ digest: BlobDigest) throws(BlobStoreError) {
        let written = try FileSystem.open(hidden, O_RDONLY).withDescriptor { descriptor throws(BlobStoreError) in
            // The bytes should come from the disk.
            posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
            return try BlobDigest(hashing: descriptor, named: file)
        }
        guard written == digest else {
            throw BlobStoreError(.ioFailure, "\(file) has other bytes than were copied. Check its disk.")
        }
    }

    /// The name stays the same, so the next copy replaces what a killed process left.
    private static func hiddenName(of file: String) -> String {
        guard let slash = file.lastIndex(of: "/") else { return ".\(file).partial" }
        return "\(file[..<slash])/.\(file[file.index(after: slash)...]).partial"
    }
}
