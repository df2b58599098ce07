import Foundation
import SystemCalls
import SystemPackage

/// A file of an app that is removed after its asset is in the library.
package struct MovedFile {
    private let url: URL
    private let status: Stat

    /// - Parameter descriptor: The descriptor with which the file was read.
    /// - Throws: `LibraryError` if the file can't be moved: it has another name that would remain, another program or
    ///   this one has it open, its folder isn't writable, or it belongs to the library.
    init(at url: URL, _ descriptor: Int32, _ status: Stat, outside library: URL) throws {
        guard status.linkCount == 1 else {
            throw LibraryError(
                .invalidResource, "\(url.path) has \(status.linkCount) names, so it cannot be moved. Let it be copied.")
        }
        guard !Self.isOpenElsewhere(descriptor) else {
            throw LibraryError(
                .invalidResource, "\(url.path) is open, so it cannot be moved. Close it, or let it be copied.")
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

    /// Whether any process has the file open with another descriptor. Only the file's owner can find out, and not on
    /// every file system.
    private static func isOpenElsewhere(_ descriptor: Int32) -> Bool {
        // If another program opens the file now, the kernel sends a signal, which would end this process. This one doesn't.
        _ = fcntl(descriptor, setSignal, SIGURG)
        // The kernel grants a write lease only for a file that nobody else has open.
        if fcntl(descriptor, setLease, Int32(F_WRLCK)) == 0 {
            _ = fcntl(descriptor, setLease, Int32(F_UNLCK))
            return false
        }
        return errno == EAGAIN
    }

    /// Linux's `F_SETLEASE`.
    private static let setLease: Int32 = 1024
    /// Linux's `F_SETSIG`.
    private static let setSignal: Int32 = 10

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
