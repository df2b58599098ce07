import Foundation
import SystemCalls
import SystemPackage

/// A file of an app that is removed after its asset is in the library.
struct MovedFile {
    private let url: URL
    private let status: Stat

    /// - Throws: `LibraryError` if the file can't be moved: it has another name that would remain, its folder isn't
    ///   writable, or it belongs to the library.
    init(at url: URL, _ status: Stat, outside library: URL) throws {
        guard status.linkCount == 1 else {
            throw LibraryError(
                .invalidResource, "\(url.path) has \(status.linkCount) names, so it cannot be moved. Let it be copied.")
        }
        guard access(url.deletingLastPathComponent().path, W_OK) == 0 else {
            throw LibraryError(
                .invalidResource, "\(url.path) cannot be moved, because its folder cannot be changed. Let it be copied."
            )
        }
        let folder = library.resolvingSymlinksInPath().path
        guard !url.resolvingSymlinksInPath().path.hasPrefix(folder + "/") else {
            throw LibraryError(
                .invalidResource,
                "\(url.path) is a file of the library itself, so it cannot be moved. Let it be copied.")
        }
        self.url = url
        self.status = status
    }

    /// Removes the file, unless it was replaced or changed since. Ignores errors, because the asset is already in the
    /// library.
    func remove() {
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard let now = try? FileDescriptor(rawValue: descriptor).status(), now.identity == status.identity,
            now.hasSameContent(as: status)
        else { return }
        unlink(url.path)
    }
}
