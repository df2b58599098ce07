import CAlbumenSystem
import Foundation
import MediaRequests
import SystemCalls
import SystemPackage

/// Maps a file's bytes into memory.
enum MappedFile {
    /// The size limit of still images. Videos are read through their descriptor and may have any size.
    static let limitInBytes = 4 << 30

    /// Calls a closure with the file's bytes. Returns `nil` if the file has more bytes than `limit`.
    static func read<Answer>(
        _ descriptor: Int32, limit: Int = limitInBytes, _ body: (UnsafeRawBufferPointer) throws(MediaError) -> Answer?
    ) throws(MediaError) -> Answer? {
        var status = stat()
        guard albumen_descriptor_status(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw MediaError(.unreadable, "not a regular file")
        }
        let count = Int(status.st_size)
        guard count > 0 else { throw MediaError(.notMedia, "the file is empty") }
        guard count <= limit else { return nil }
        guard let base = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED else {
            throw MediaError(.exhausted, "the file cannot be mapped: \(Errno.current)")
        }
        defer { munmap(base, count) }
        return try body(UnsafeRawBufferPointer(start: base, count: count))
    }
}
