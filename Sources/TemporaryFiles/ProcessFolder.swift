package import Foundation
import SystemCalls
package import SystemPackage

/// A folder of this process among the user's temporary files.
///
/// The process removes the folder when it ends. If the process is killed, the next process that creates such a folder
/// removes it. A lock on the folder shows whether its process still runs.
package struct ProcessFolder: Sendable {
    package let url: URL
    private let descriptor: Int32

    /// Creates a folder in a folder with a name that all processes of the user share. Returns `nil` if that isn't
    /// possible.
    package init?(named name: String, in temporary: URL) {
        let root = temporary.appending(path: name, directoryHint: .isDirectory)
        guard Self.isOwnFolder(root) else { return nil }
        // Only the holder of the root's lock sweeps and creates folders. So no folder is removed between its creation
        // and its locking.
        let rootDescriptor = open(root.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard rootDescriptor >= 0 else { return nil }
        defer { close(rootDescriptor) }
        guard flock(rootDescriptor, LOCK_EX) == 0 else { return nil }
        Self.sweep(root)
        let folder = root.appending(path: UUID().uuidString, directoryHint: .isDirectory)
        guard mkdir(folder.path, 0o700) == 0 else { return nil }
        guard let descriptor = Self.lock(folder) else {
            rmdir(folder.path)
            return nil
        }
        self.descriptor = descriptor
        url = folder
    }

    /// Creates a new folder in it.
    package func makeFolder() throws(Errno) -> URL {
        let folder = url.appending(path: UUID().uuidString, directoryHint: .isDirectory)
        guard mkdir(folder.path, 0o700) == 0 else { throw Errno.current }
        return folder
    }

    /// Removes the folder and its lock.
    package func remove() {
        Self.remove(url)
        close(descriptor)
    }

    /// Removes a folder without following links.
    package static func remove(_ folder: URL) {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch CocoaError.fileNoSuchFile {
            return
        } catch {
            report("Temporary files stay in \(folder.path): \(error)")
        }
    }

    /// Removes the folders of processes that have ended.
    private static func sweep(_ root: URL) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: root.path)
        } catch {
            return report("Files that another program left in \(root.path) stay there: \(error)")
        }
        for name in names {
            let folder = root.appending(path: name, directoryHint: .isDirectory)
            guard let descriptor = lock(folder) else { continue }
            remove(folder)
            close(descriptor)
        }
    }

    /// Returns `nil` if another process holds the lock or the folder doesn't exist.
    private static func lock(_ folder: URL) -> Int32? {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Creates the folder if it doesn't exist. Rejects a folder of another user, who could put files into it.
    private static func isOwnFolder(_ folder: URL) -> Bool {
        let path = folder.path
        guard mkdir(path, 0o700) == 0 || Errno.current == .fileExists else { return false }
        guard let status = try? Stat(path, followTargetSymlink: false) else { return false }
        return status.isFolder && status.owner == getuid() && status.modeBits & 0o022 == 0
    }

    private static func report(_ message: String) {
        FileHandle.standardError.write(Data("Albumen: \(message)\n".utf8))
    }
}
