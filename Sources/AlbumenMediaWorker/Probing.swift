import Foundation
import Imaging
import MediaWork
import Video

/// Finds out what a file is: an image, else a video, else neither.
enum Probing {
    /// A still larger than this is no photo; a video is read through its descriptor and may be of any size.
    static let imageLimitInBytes = 4 << 30

    static func probe(descriptor: Int32, filename: String) -> MediaReply {
        do {
            if let probe = try probeImage(descriptor: descriptor, filename: filename) { return .probe(probe) }
            if let probe = try VideoProber.probe(descriptor: descriptor, filename: filename) { return .probe(probe) }
            return .failure(MediaError(.notMedia, "not a photo or video of a kind that albumen knows"))
        } catch {
            return .failure(error)
        }
    }

    private static func probeImage(descriptor: Int32, filename: String) throws(MediaError) -> MediaProbe? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw MediaError(.unreadable, "not a regular file")
        }
        let count = Int(status.st_size)
        guard count > 0 else { throw MediaError(.notMedia, "the file is empty") }
        guard count <= imageLimitInBytes else { return nil }
        guard let base = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED else {
            throw MediaError(.unreadable, "the file cannot be mapped: \(String(cString: strerror(errno)))")
        }
        defer { munmap(base, count) }
        return try ImageProber.probe(UnsafeRawBufferPointer(start: base, count: count), filename: filename)
    }
}
