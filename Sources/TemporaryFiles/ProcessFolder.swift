package import Foundation
import Glibc
import SystemCalls
package import SystemPackage

/// A folder of this process among the user's temporary files.
///
/// The process removes the folder when it ends. If the process is killed, the next process that creates such a folder
/// removes it. A lock on the folder shows whether its process still runs. `systemd-tmpfiles` leaves locked folders
/// alone, too.
///
/// Anybody can create files in a folder such as `/tmp`. So the name can't be guessed: `albumen.NAME.UUID`. Processes
/// find each other's folders by their prefix, and skip all that don't belong to this user. No other user can create a
/// folder of this user, or lock one, so no other user can stop or mislead a process.
package struct ProcessFolder: Sendable {
    private static let prefix = "albumen."
    /// The number of times that a sweep can remove the new folder before its lock is taken.
    private static let attempts = 100

    package let url: URL
    private let descriptor: Int32

    /// Creates a folder, and removes the folders of killed processes. Returns `nil` if that isn't possible.
    ///
    /// - Parameters:
    ///   - name: The kind of files, for people.
    ///   - place: The folder for temporary files. See `TemporaryLocation`.
    /// - Complexity: O(*n*) for *n* files in the place.
    package init?(named name: String, in place: URL) {
        Self.sweep(place)
        for _ in 0..<Self.attempts {
            let folder = place.appending(
                path: "\(Self.prefix)\(name).\(UUID().uuidString)", directoryHint: .isDirectory)
            if mkdir(folder.path, 0o700) != 0 {
                guard Errno.current == .fileExists else { return nil }
                continue
            }
            guard let descriptor = Self.open(folder.path) else {
                // A sweep of another process was faster, or the folder can't be used.
                guard rmdir(folder.path) != 0, Errno.current == .noSuchFileOrDirectory else { return nil }
                continue
            }
            // A sweep holds the lock only while it removes the folder.
            guard flock(descriptor, LOCK_EX) == 0 else {
                close(descriptor)
                rmdir(folder.path)
                return nil
            }
            guard Self.isNamed(descriptor, folder.path) else {
                close(descriptor)
                continue
            }
            self.descriptor = descriptor
            url = folder
            return
        }
        return nil
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

    /// Removes the folders of this user's processes that have ended.
    private static func sweep(_ place: URL) {
        let names: [String]
        do throws(Errno) {
            names = try OpenFolder(at: place.path).textNames().filter { $0.hasPrefix(prefix) }
        } catch {
            return report("Files that another program left in \(place.path) stay there: \(error)")
        }
        for name in names {
            let folder = place.appending(path: name, directoryHint: .isDirectory)
            guard let descriptor = open(folder.path) else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(folder) }
            close(descriptor)
        }
    }

    /// Opens a folder. Returns `nil` for another user's folder, a link, another kind of file, and a missing one.
    private static func open(_ path: String) -> Int32? {
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        if let status = try? FileDescriptor(rawValue: descriptor).status(), status.owner == geteuid() {
            return descriptor
        }
        close(descriptor)
        return nil
    }

    /// Returns whether the open folder still has its name.
    private static func isNamed(_ descriptor: Int32, _ path: String) -> Bool {
        guard let status = try? FileDescriptor(rawValue: descriptor).status(),
            let named = try? Stat(path, followTargetSymlink: false)
        else { return false }
        return named.identity == status.identity
    }

    private static func report(_ message: String) {
        FileHandle.standardError.write(Data("Albumen: \(message)\n".utf8))
    }
}
