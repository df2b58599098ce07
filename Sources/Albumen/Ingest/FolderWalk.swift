import Foundation

/// Walks folders depth first, names in order, each folder once.
///
/// Links are followed, and no folder is entered twice, so that no link makes a loop. Names that begin with a dot are
/// left out: programs keep their own files under them. Memory grows with the number of folders and the names of one.
struct FolderWalk {
    struct File: Equatable {
        var name: String
        /// Bytes.
        var size: Int64
        /// Nanoseconds since 1970.
        var modificationTime: Int64
    }

    enum Step {
        /// A folder and the files in it, ordered by name.
        case folder(path: String, files: [File])
        /// A path that cannot be read.
        case unreadable(path: String, reason: String)
    }

    private struct Identity: Hashable {
        var device: UInt64
        var file: UInt64
    }

    private let library: Identity?

    /// - Parameter library: a folder that is never entered.
    init(excluding library: URL?) {
        self.library = library.flatMap { Self.status(of: $0.path) }.map(Self.identity)
    }

    /// Calls `body` for each folder under the paths, and for the folder of each path that is a file. Stops when `body`
    /// answers false.
    func walk(_ paths: [String], _ body: (Step) throws -> Bool) rethrows {
        var visited: Set<Identity> = []
        for path in paths {
            let absolute = Self.realPath(path) ?? path
            guard let status = Self.status(of: absolute) else {
                if try !body(.unreadable(path: path, reason: Self.reason())) { return }
                continue
            }
            guard Self.isFolder(status) else {
                let (folder, name) = (
                    (absolute as NSString).deletingLastPathComponent, (absolute as NSString).lastPathComponent
                )
                if try !body(.folder(path: folder, files: [Self.file(name, status)])) { return }
                continue
            }
            if try !walk(folder: absolute, status, &visited, body) { return }
        }
    }

    private func walk(
        folder: String, _ status: stat, _ visited: inout Set<Identity>, _ body: (Step) throws -> Bool
    ) rethrows -> Bool {
        // An explicit stack: how deep folders lie is a stranger's choice.
        var pending = [(path: folder, status: status)]
        while let next = pending.popLast() {
            let identity = Self.identity(next.status)
            guard identity != library, visited.insert(identity).inserted else { continue }
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: next.path) else {
                if try !body(.unreadable(path: next.path, reason: "the folder cannot be read: \(Self.reason())")) {
                    return false
                }
                continue
            }
            var files: [File] = []
            var folders: [(path: String, status: stat)] = []
            for name in names.sorted() where !name.hasPrefix(".") {
                let path = next.path == "/" ? "/\(name)" : "\(next.path)/\(name)"
                guard let status = Self.status(of: path) else {
                    if try !body(.unreadable(path: path, reason: Self.reason())) { return false }
                    continue
                }
                if Self.isFolder(status) {
                    folders.append((path, status))
                } else if status.st_mode & S_IFMT == S_IFREG {
                    files.append(Self.file(name, status))
                }
            }
            if try !body(.folder(path: next.path, files: files)) { return false }
            pending.append(contentsOf: folders.reversed())
        }
        return true
    }

    private static func file(_ name: String, _ status: stat) -> File {
        File(
            name: name, size: Int64(status.st_size),
            modificationTime: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec))
    }

    private static func status(of path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    private static func isFolder(_ status: stat) -> Bool {
        status.st_mode & S_IFMT == S_IFDIR
    }

    private static func identity(_ status: stat) -> Identity {
        Identity(device: UInt64(status.st_dev), file: UInt64(status.st_ino))
    }

    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func reason() -> String {
        String(cString: strerror(errno))
    }
}
