import Foundation
import SystemCalls
import SystemPackage

/// A file that an app lets go once its asset is in the library.
struct MovedFile {
    private let url: URL
    private let status: Stat

    /// - Throws: `LibraryError` for a file that cannot be moved: one with another name, under which it would stay; one in a
    ///   folder that cannot be changed; one of the library's own.
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

    /// Removes the file, unless it is another by now or was written to. The asset is in the library whatever becomes of it.
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
