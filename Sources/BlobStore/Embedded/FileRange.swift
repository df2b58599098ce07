internal import CAlbumenSystem
internal import Glibc
import Records
internal import SystemCalls
internal import SystemPackage

/// Some bytes of an open file.
struct FileRange {
    private static let bufferSize = 256 << 10

    let descriptor: Int32
    /// The name of the file in errors.
    let name: String
    let offset: Int64
    let count: Int64

    /// Calls the body with the bytes in order. The descriptor's position doesn't change.
    ///
    /// - Throws: `corrupted` if the file ends before the range does, and the errors of `body`.
    func read(_ body: (UnsafeRawBufferPointer) throws(BlobStoreError) -> Void) throws(BlobStoreError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Int(min(Int64(Self.bufferSize), max(1, count))), alignment: 4096)
        defer { buffer.deallocate() }
        var position: Int64 = 0
        while position < count {
            let wanted = Int(min(Int64(buffer.count), count - position))
            let read = try FileSystem.translating("pread", name) { () throws(Errno) in
                try FileDescriptor(rawValue: descriptor)
                    .read(at: offset + position, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
            }
            guard read > 0 else {
                throw BlobStoreError(
                    .corrupted, "\(name) ends within the video that it contains. Run `albumen verify`.")
            }
            position += Int64(read)
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<read]))
        }
    }

    func digest() throws(BlobStoreError) -> BlobDigest {
        var hasher = SHA256Hasher()
        try read { piece throws(BlobStoreError) in hasher.update(piece) }
        return try hasher.finalize()
    }

    /// Copies the bytes to a file without a name, which is deleted when it closes.
    ///
    /// - Parameter folder: A folder on the library's volume.
    func copy(in folder: String) throws(BlobStoreError) -> OpenFile {
        let opened = try FileSystem.translating("open", folder) { () throws(Errno) in
            let opened = albumen_open_unnamed(folder)
            guard opened >= 0 else { throw Errno(rawValue: -opened) }
            return opened
        }
        let file = OpenFile(takingOver: opened)
        try file.withDescriptor { target throws(BlobStoreError) in
            try read { piece throws(BlobStoreError) in try FileSystem.write(piece, to: target, path: folder) }
            _ = try FileSystem.check("lseek", folder) { lseek(target, 0, SEEK_SET) }
        }
        return file
    }
}
