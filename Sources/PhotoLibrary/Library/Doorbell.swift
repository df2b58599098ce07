package import Foundation
import LibraryFiles
import SystemCalls
import SystemPackage

/// A file that is touched after each commit, so that other processes read the history.
///
/// The catalog's own files can't be watched instead, because they change before the commit is visible.
package struct Doorbell: Sendable {
    package let file: URL
    private let permissions: LibraryPermissions

    init(file: URL, permissions: LibraryPermissions) {
        self.file = file
        self.permissions = permissions
    }

    /// Touches the file. Ignores errors, because the commit has succeeded.
    package func ring() {
        guard let descriptor = openFile() else { return }
        futimens(descriptor, nil)
        close(descriptor)
    }

    private func openFile() -> Int32? {
        let flags = O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let descriptor = open(file.path, flags)
        if descriptor >= 0 { return descriptor }
        guard Errno.current == .noSuchFileOrDirectory else { return nil }
        do throws(SystemCallFailure) {
            return try permissions.createFile(file.path)
        } catch {
            // Another process may have created it since.
            guard error.errno == .fileExists else { return nil }
            let descriptor = open(file.path, flags)
            return descriptor >= 0 ? descriptor : nil
        }
    }
}
