import Foundation
import Records

/// Keeps other processes, and other connections of this one, out while a folder's catalog is made or brought up to date.
struct FolderLock {
    private let descriptor: Int32

    /// Blocks until whoever has the lock lets it go; a process that dies lets it go too.
    init(_ folder: URL) throws {
        descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CatalogError(
                .cannotOpen, "The folder \(folder.path) cannot be opened: \(String(cString: strerror(errno))).")
        }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                let reason = String(cString: strerror(errno))
                close(descriptor)
                throw CatalogError(.cannotOpen, "The folder \(folder.path) cannot be locked: \(reason).")
            }
        }
    }

    func release() {
        close(descriptor)
    }
}
