package import Foundation
import SystemCalls
import SystemPackage

/// The folders in which processes create their `ProcessFolder`s.
package enum TemporaryLocation {
    /// The place for files of any size: `TMPDIR`, or else `/tmp`.
    ///
    /// The user's runtime folder is private, but usually a file system in a tenth of the memory, which the desktop
    /// needs for its sockets. A rendered or copied video would fill it. `TMPDIR` is where the user wants large files.
    package static var ofFiles: URL { FileManager.default.temporaryDirectory }

    /// The place for symbolic links, which take up no room: the user's runtime folder (`XDG_RUNTIME_DIR`), or else the
    /// place for files.
    package static func ofLinks(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> URL {
        // The specification of the runtime folder demands this owner and mode. Another user could have made any other.
        guard let path = environment["XDG_RUNTIME_DIR"], path.hasPrefix("/"),
            let status = try? Stat(path, followTargetSymlink: false), status.isFolder, status.owner == geteuid(),
            status.modeBits == 0o700
        else { return ofFiles }
        return URL(filePath: path, directoryHint: .isDirectory)
    }
}
