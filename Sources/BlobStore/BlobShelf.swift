internal import CAlbumenSystem
internal import Glibc
internal import LibraryFiles
import Records
internal import Synchronization
internal import SystemCalls
internal import SystemPackage

/// Gives staged files their names in `originals/` and makes the names durable.
final class BlobShelf: Sendable {
    let layout: BlobLayout
    private let embedded: EmbeddedBlobs
    private let usesHardLinks: Bool
    private let ignoresModes: Bool?
    /// The subfolders of `originals/` whose names are known to be durable.
    private let durableFolders = Mutex<Set<UInt8>>([])

    init(layout: BlobLayout, embedded: EmbeddedBlobs, usesHardLinks: Bool, ignoresModes: Bool? = nil) {
        self.layout = layout
        self.embedded = embedded
        self.usesHardLinks = usesHardLinks
        self.ignoresModes = ignoresModes
    }

    /// Whether this process could write to a blob through a link to it, regardless of the blob's mode.
    var originalsAreWritable: Bool { ignoresModes ?? ReadOnlyFiles.areWritable(at: layout.staging) }

    /// Returns whether the blob exists with the expected size.
    func has(_ digest: BlobDigest, size: Int64) throws(BlobStoreError) -> Bool {
        guard let status = try FileSystem.status(at: layout.blob(digest)) else { return false }
        return status.isRegularFile && status.size == size
    }

    /// Gives a staged file the blob's name, unless a file of the right size has it. The staged file also keeps its own
    /// name.
    ///
    /// - Parameter isDurable: Whether the file's bytes are known to be durable. If not, and the file is needed, this
    ///   method syncs it first, because a blob never gets its name before its bytes are durable.
    /// - Returns: Whether the file received the name.
    func place(
        _ file: String, as digest: BlobDigest, size: Int64, isDurable: Bool
    ) throws(BlobStoreError) -> Bool {
        if try has(digest, size: size) { return false }
        if !isDurable, let failure = FileSystem.synchronizeFiles([file])[file] {
            FileSystem.unlinkIfPossible(file)
            throw failure
        }
        let blob = layout.blob(digest)
        do throws(Errno) {
            guard usesHardLinks else { throw .notSupported }
            try FileSystem.link(file, as: blob)
            return true
        } catch .fileExists {
            if try has(digest, size: size) { return false }
        } catch {
            guard Set.withoutHardLinks.contains(error) || error == .tooManyLinks else {
                throw BlobStoreError(SystemCallFailure(call: "link", errno: error, path: blob), role: .stored)
            }
        }
        try replace(blob, by: file)
        return true
    }

    /// Creates the missing folders of these first bytes.
    ///
    /// - Returns: Whether the names of the folders may not be durable yet.
    func makeFolders(_ bytes: Set<UInt8>) throws(BlobStoreError) -> Bool {
        var isNew = false
        for byte in bytes
        where try FileSystem.makeFolder(layout.folder(ofFirstByte: byte), layout.permissions) { isNew = true }
        return isNew || !durableFolders.withLock { bytes.isSubset(of: $0) }
    }

    /// Makes the names in these folders durable, and optionally the names of the folders themselves.
    func synchronizeFolders(_ bytes: Set<UInt8>, includingNames: Bool) throws(BlobStoreError) {
        for byte in bytes.sorted() { try FileSystem.synchronizeFolder(layout.folder(ofFirstByte: byte)) }
        guard includingNames else { return }
        try FileSystem.synchronizeFolder(layout.originals)
        durableFolders.withLock { $0.formUnion(bytes) }
    }

    /// Replaces the file with the blob's name by a hard link to the staged file, or by a copy of it.
    private func replace(_ blob: String, by file: String) throws(BlobStoreError) {
        let replacement = "\(file).replacement"
        try FileSystem.unlink(replacement)
        do throws(BlobStoreError) {
            if !hasLink(file, as: replacement) { try copy(file, to: replacement) }
            try FileSystem.rename(replacement, to: blob)
        } catch {
            FileSystem.unlinkIfPossible(replacement)
            throw error
        }
    }

    /// Creates a hard link to a file of the library, if the store links files. Returns whether it did.
    func link(_ file: String, as other: String) -> Bool { hasLink(file, as: other) }

    /// Creates a hard link, if the file system supports it. Returns whether it did.
    private func hasLink(_ file: String, as other: String) -> Bool {
        guard usesHardLinks else { return false }
        do throws(Errno) {
            try FileSystem.link(file, as: other)
            return true
        } catch {
            // Whatever the reason, the caller can copy the file instead.
            return false
        }
    }

    /// Creates a file with a blob's bytes for a client: a hard link, or else a copy, which shares the blob's blocks if
    /// the file system supports it. The path must be free.
    ///
    /// If the process ignores the modes of files, it would change the blob by writing to a link, so it gets a copy.
    func name(_ digest: BlobDigest, as other: String) throws(BlobStoreError) {
        let blob = layout.blob(digest)
        if !originalsAreWritable, hasLink(blob, as: other) { return }
        // The file isn't used after this process, so it needn't be durable.
        if try FileSystem.status(at: blob) == nil, try copyEmbedded(digest, to: other) { return }
        try copy(blob, to: other, isDurable: false)
    }

    private func copyEmbedded(_ digest: BlobDigest, to copy: String) throws(BlobStoreError) -> Bool {
        try embedded.read(digest) { range throws(BlobStoreError) in
            try FileSystem.create(copy, .original, layout.permissions).withDescriptor { to throws(BlobStoreError) in
                try range.read { piece throws(BlobStoreError) in try FileSystem.write(piece, to: to, path: copy) }
            }
            return true
        } ?? false
    }

    private func copy(_ file: String, to copy: String, isDurable: Bool = true) throws(BlobStoreError) {
        let source = try FileSystem.open(file, O_RDONLY)
        let target = try FileSystem.create(copy, .original, layout.permissions)
        try source.withDescriptor { from throws(BlobStoreError) in
            try target.withDescriptor { to throws(BlobStoreError) in
                if !isDurable, albumen_clone_file(from, to) == 0 { return }
                try SourceFile(descriptor: from, name: file, role: .stored).read { piece throws(BlobStoreError) in
                    try FileSystem.write(piece, to: to, path: copy)
                }
                if isDurable { try FileSystem.synchronize(to, path: copy) }
            }
        }
    }
}
