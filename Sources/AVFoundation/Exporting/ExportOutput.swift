import CAlbumenSystem
import Foundation
import SystemCalls
package import SystemPackage

/// The file that an export writes: under a hidden name beside its final one, until it's complete. It's removed when the
/// object is deallocated, unless it has its final name. Only one thread can use it.
package final class ExportOutput {
    private let folder: Int32
    private let hiddenName: String
    private let name: String
    /// The open file, for reading and writing.
    package let descriptor: Int32
    private var isHidden = true

    /// - Throws: `fileExists` if the name is taken.
    package init(_ url: URL) throws(Errno) {
        let folder = open(
            url.deletingLastPathComponent().path(percentEncoded: false), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw Errno.current }
        let name = url.lastPathComponent
        let hiddenName = ".\(name.prefix(100)).\(UUID().uuidString.prefix(8)).export"
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0 else {
            close(folder)
            throw .fileExists
        }
        let descriptor = openat(folder, hiddenName, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            let reason = Errno.current
            close(folder)
            throw reason
        }
        self.folder = folder
        self.hiddenName = hiddenName
        self.name = name
        self.descriptor = descriptor
    }

    deinit {
        if isHidden { unlinkat(folder, hiddenName, 0) }
        close(descriptor)
        close(folder)
    }

    /// Gives the file its final name, and makes the name durable.
    ///
    /// - Throws: `fileExists` if the name is taken.
    package func publish() throws(Errno) {
        let failure = Errno(rawValue: albumen_rename_exclusively(folder, hiddenName, name))
        if failure == .invalidArgument || failure == .noFunction {
            // Some network file systems lack this renaming, but have hard links.
            guard linkat(folder, hiddenName, folder, name, 0) == 0 else { throw Errno.current }
            unlinkat(folder, hiddenName, 0)
        } else if failure.rawValue != 0 {
            throw failure
        }
        isHidden = false
        guard fsync(folder) == 0 else { throw Errno.current }
    }

    /// Removes the file under its final name, unless another one has the name by now.
    package func withdraw() {
        var (own, named) = (stat(), stat())
        guard fstat(descriptor, &own) == 0, fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0,
            own.st_ino == named.st_ino, own.st_dev == named.st_dev
        else { return }
        unlinkat(folder, name, 0)
    }
}
