import CAlbumenSystem
import Foundation
import Imaging
import MediaRequests
import SystemCalls
import SystemPackage

/// A source of several graphs. Its bytes are mapped, and decoded once.
final class MappedSource {
    private let bytes: UnsafeRawBufferPointer
    private let description: GraphSource.Description
    private var decoded: GraphInput?

    /// - Parameter descriptor: The caller keeps and closes it.
    init(_ descriptor: Int32, _ description: GraphSource.Description) throws(MediaError) {
        var status = stat()
        guard albumen_descriptor_status(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size > 0
        else { throw MediaError(.unreadable, "not a regular file, or an empty one") }
        let count = Int(status.st_size)
        guard count <= MappedFile.limitInBytes else {
            throw MediaError(.notMedia, "not a photo of a kind that albumen knows")
        }
        guard let base = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED else {
            throw MediaError(.exhausted, "the file cannot be mapped: \(Errno.current)")
        }
        bytes = UnsafeRawBufferPointer(start: base, count: count)
        self.description = description
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }

    /// Returns the decoded image. It refers to this object's bytes.
    func input() throws(MediaError) -> GraphInput {
        if let decoded { return decoded }
        let input: GraphInput?
        switch description {
        case .file(let filename, let appliesOrientation):
            input = try GraphInput(file: bytes, filename: filename, appliesOrientation: appliesOrientation)
        case .pixels(let width, let height, let hasAlpha):
            input = try GraphInput(pixels: bytes, width: width, height: height, hasAlpha: hasAlpha)
        }
        guard let input else { throw MediaError(.notMedia, "not a photo of a kind that albumen knows") }
        let whole = try input.decoded()
        decoded = whole
        return whole
    }
}
