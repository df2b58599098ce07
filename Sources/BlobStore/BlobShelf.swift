internal import Glibc
internal import LibraryFiles
internal import Synchronization
internal import SystemCalls
internal import SystemPackage

/// Puts staged files under their names in `originals/` and makes the names durable.
final class BlobShelf: Sendable {
    private let layout: BlobLayout
    private let usesHardLinks: Bool
    /// The folders of `originals/` whose own names this process knows to be on the disk.
    private let durableFolders = Mutex<Set<UInt8>>([])

    init(layout: BlobLayout, usesHardLinks: Bool) {
        self.layout = layout
        self.usesHardLinks = usesHardLinks
    }

    /// Whether the blob is there in the size that it must have.
    func has(_ digest: BlobDigest, size: Int64) throws(BlobStoreError) -> Bool {
        guard let status = try FileSystem.status(at: layout.blob(digest)) else { return false }
        return status.isRegularFile && status.size == size
    }

    /// Gives a staged file its name, unless an intact-size blob has it. The staged file keeps its own name too.
    ///
    /// - Parameter isDurable: whether the file's bytes are known to be on the disk. If not, and they are needed, this
    ///   waits for them: no blob has a name before its bytes are on the disk.
    /// - Returns: whether the name was given.
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

    /// Makes the folders of these first bytes where they are missing.
    ///
    /// - Returns: whether their names may not be on the disk yet.
    func makeFolders(_ bytes: Set<UInt8>) throws(BlobStoreError) -> Bool {
        var isNew = false
        for byte in bytes
        where try FileSystem.makeFolder(layout.folder(ofFirstByte: byte), layout.permissions) { isNew = true }
        return isNew || !durableFolders.withLock { bytes.isSubset(of: $0) }
    }

    /// Waits until the names in these folders, and if asked their own, are on the disk.
    func synchronizeFolders(_ bytes: Set<UInt8>, includingNames: Bool) throws(BlobStoreError) {
        for byte in bytes.sorted() { try FileSystem.synchronizeFolder(layout.folder(ofFirstByte: byte)) }
        guard includingNames else { return }
        try FileSystem.synchronizeFolder(layout.originals)
        durableFolders.withLock { $0.formUnion(bytes) }
    }

    /// Renames another name of the staged file, or a copy of it, over whatever has the blob's name.
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

    /// Gives a file another name, if the file system has hard links.
    private func hasLink(_ file: String, as other: String) -> Bool {
        guard usesHardLinks else { return false }
        do throws(Errno) {
            try FileSystem.link(file, as: other)
            return true
        } catch {
            // Whatever the reason, a copy does as well.
            return false
        }
    }

    private func copy(_ file: String, to copy: String) throws(BlobStoreError) {
        let source = try FileSystem.open(file, O_RDONLY)
        let target = try FileSystem.create(copy, .original, layout.permissions)
        try source.withDescriptor { from throws(BlobStoreError) in
            try target.withDescriptor { to throws(BlobStoreError) in
                try SourceFile(descriptor: from, name: file, role: .stored).read { piece throws(BlobStoreError) in
                    try FileSystem.write(piece, to: to, path: copy)
                }
                try FileSystem.synchronize(to, path: copy)
            }
        }
    }
}
