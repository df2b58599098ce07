import Foundation
import PhotoLibrary
import SystemCalls
import SystemPackage

/// A folder that can be watched.
struct WatchPlace {
    /// The absolute path, with links.
    let path: String

    /// - Throws: `WatchError` if there is no folder, if this user may not read it, or if it overlaps the library.
    init(_ path: String, in library: Library) throws {
        let path = Self.absolute(path)
        self.path = path
        let resolved: FilePath
        let status: Stat
        do throws(Errno) {
            resolved = try FilePath(path).resolved()
            status = try Stat(resolved)
        } catch {
            throw WatchError(.unreadable, "\(path): \(error). Check the path.")
        }
        guard status.isFolder else {
            throw WatchError(.unreadable, "\(path) is no folder. Name the folder that contains it.")
        }
        guard resolved.withPlatformString({ faccessat(AT_FDCWD, $0, R_OK | X_OK, AT_EACCESS) }) == 0 else {
            throw WatchError(.unreadable, "\(path) can't be read: \(Errno.current). Change its permissions.")
        }
        try Self.check(resolved, path, against: library)
    }

    private static func check(_ resolved: FilePath, _ path: String, against library: Library) throws(WatchError) {
        let own = FilePath(library.folder.path(percentEncoded: false))
        let libraryFolder = (try? own.resolved()) ?? own
        guard !resolved.starts(with: libraryFolder) else {
            throw WatchError(.overlapsLibrary, "\(path) is in the library itself. Choose a folder outside of it.")
        }
        guard !libraryFolder.starts(with: resolved) else {
            throw WatchError(
                .overlapsLibrary,
                "\(path) contains the library \(libraryFolder.text). Choose a folder in it that has only new photos.")
        }
        guard !KernelFileSystem.contains(resolved) else {
            throw WatchError(.foreign, "\(path): the kernel shows its own state there, and no photos.")
        }
        guard !SourceFinder.isSource(resolved.string) else {
            throw WatchError(
                .foreign,
                "\(path) is the library of a program. Bring it over with: albumen import \(ShellWord.quoted(path))")
        }
    }

    /// Returns the absolute path without `.` and `..`, and with links.
    static func absolute(_ path: String) -> String {
        let text = URL(fileURLWithPath: path).standardizedFileURL.path(percentEncoded: false)
        return text.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
