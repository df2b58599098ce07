package import Foundation

/// The owner, group and mode of a folder and all files and folders in it.
package struct FileModes {
    package struct Entry: Sendable, Equatable {
        /// The path in the folder, or `.` for the folder itself.
        package var path: String
        package var isFolder: Bool
        package var mode: mode_t
        package var user: uid_t
        package var group: gid_t
    }

    package var entries: [Entry]
    private let root: String

    package init(of folder: URL) throws {
        root = folder.path(percentEncoded: false)
        let names = try FileManager.default.subpathsOfDirectory(atPath: root).sorted()
        entries = (["."] + names).compactMap { [root] name in
            var status = stat()
            // A running program may have deleted the file.
            guard lstat("\(root)/\(name)", &status) == 0 else { return nil }
            return Entry(
                path: name, isFolder: status.st_mode & S_IFMT == S_IFDIR, mode: status.st_mode & 0o7777,
                user: status.st_uid, group: status.st_gid)
        }
    }

    package subscript(_ path: String) -> Entry? { entries.first { $0.path == path } }

    package var paths: [String] { entries.map { "\(root)/\($0.path)" } }

    /// Returns the entries of a library whose mode doesn't match the library's setting.
    package func unexpected(isShared: Bool = false) -> [Entry] {
        entries.filter { entry in
            let isOriginal = ["originals", "staging"].contains(entry.path.prefix { $0 != "/" })
            let isLock = entry.path.hasSuffix(".lock")
            let mode: mode_t = entry.isFolder ? 0o750 : isOriginal && !isLock ? 0o440 : 0o640
            return entry.mode != (isShared ? mode : mode & 0o700)
        }
    }
}
