import Foundation
import Records
import SystemCalls
import SystemPackage

/// Excludes other processes, and other connections of this process, while a folder's catalog is created or migrated.
struct FolderLock {
    private let descriptor: Int32

    /// Waits until no other process or connection holds the lock. The system releases the lock of a process that ends.
    init(_ folder: URL) throws {
        do throws(Errno) {
            descriptor = try SystemCall.retrying { open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        } catch {
            throw CatalogError(.cannotOpen, "The folder \(folder.path) cannot be opened: \(error).")
        }
        do throws(Errno) {
            try FileDescriptor(rawValue: descriptor).lock()
        } catch {
            close(descriptor)
            throw CatalogError(.cannotOpen, "The folder \(folder.path) cannot be locked: \(error).")
        }
    }

    func release() {
        close(descriptor)
    }
}
