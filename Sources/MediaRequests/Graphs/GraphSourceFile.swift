import CAlbumenSystem
import Foundation

/// An open file for reading, which is closed when the object is released.
package final class GraphSourceFile: Sendable {
    package let descriptor: Int32

    /// Returns `nil` if there is no regular file.
    package init?(path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }
}
