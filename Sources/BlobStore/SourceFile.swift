internal import Glibc
internal import SystemCalls
internal import SystemPackage

/// A regular file that is read once, from its first byte to its last, through one buffer.
struct SourceFile {
    /// The buffer's size in bytes. 256 KB stay in the processor's cache between reading, hashing and writing.
    private static let bufferSize = 256 << 10

    private let descriptor: Int32
    private let name: String
    private let role: FileRole
    private let opened: Stat

    /// - Throws: `sourceUnreadable` if the file isn't a regular file, or `corrupted` for a file of the store.
    init(descriptor: Int32, name: String, role: FileRole = .source) throws(BlobStoreError) {
        self.descriptor = descriptor
        self.name = name
        self.role = role
        opened = try FileSystem.status(of: descriptor, path: name, role: role)
        guard opened.isRegularFile else {
            throw switch role {
            case .source:
                BlobStoreError(.sourceUnreadable, "\(name) isn't a regular file. Name a file that holds the bytes.")
            case .stored:
                BlobStoreError(.corrupted, "\(name) isn't a regular file. Run `albumen verify` and put the file back.")
            }
        }
    }

    /// The size in bytes when reading started.
    var size: Int64 { opened.size }

    /// Calls the body with the bytes in order. The descriptor's position doesn't change.
    ///
    /// - Throws: `sourceChanged` if the file was changed meanwhile, and the errors of `body`.
    func read(_ body: (UnsafeRawBufferPointer) throws(BlobStoreError) -> Void) throws(BlobStoreError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bufferSize, alignment: 4096)
        defer { buffer.deallocate() }
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
        var position: Int64 = 0
        // Requests one byte more than expected, so that a growing file is detected and not read further.
        while position <= opened.size {
            let wanted = Int(min(Int64(buffer.count), opened.size - position + 1))
            let count = try FileSystem.translating("pread", name, role) { () throws(Errno) in
                try FileDescriptor(rawValue: descriptor)
                    .read(at: position, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
            }
            if count == 0 { break }
            position += Int64(count)
            guard position <= opened.size else { throw changed }
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        let closed = try FileSystem.status(of: descriptor, path: name, role: role)
        guard position == opened.size, closed.hasSameContent(as: opened) else { throw changed }
    }

    private var changed: BlobStoreError {
        BlobStoreError(
            .sourceChanged,
            "\(name) was written to while it was read. Let the other program end, then try again.")
    }
}
