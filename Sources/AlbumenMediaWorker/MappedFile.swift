import CAlbumenSystem
import Foundation
import MediaWork
import SystemCalls
import SystemPackage

/// Maps a file's bytes into memory.
enum MappedFile {
    /// The size limit of still images. Videos are read through their descriptor and may have any size.
    private static let limitInBytes = 4 << 30

    /// Calls a closure with the file's bytes. Returns `nil` if the file is too large for a still image.
    static func read<Answer>(
        _ descriptor: Int32, _ body: (UnsafeRawBufferPointer) throws(MediaError) -> Answer?
    ) throws(MediaError) -> Answer? {
        var status = stat()
        guard albumen_descriptor_status(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw MediaError(.unreadable, "not a regular file")
        }
        let count = Int(status.st_size)
        guard count > 0 else { throw MediaError(.notMedia, "the file is empty") }
        guard count <= limitInBytes else { return nil }
        guard let base = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED else {
            throw MediaError(.exhausted, "the file cannot be mapped: \(Errno.current)")
        }
        defer { munmap(base, count) }
        return try body(UnsafeRawBufferPointer(start: base, count: count))
    }
}
