import Foundation

/// Walks folders depth first, names in order, each folder once.
///
/// Links are followed, and no folder is entered twice, so that no link makes a loop. Names that begin with a dot are
/// left out: programs keep their own files under them. Memory grows with the number of folders and the names of one.
struct FolderWalk {
    struct File: Equatable {
        var name: String
        /// The name's bytes where they are no UTF-8; nil where `name` tells them.
        var rawName: [UInt8]?
        /// Bytes.
        var size: Int64
        /// Nanoseconds since 1970.
        var modificationTime: Int64

        func location(in folder: FilePath) -> FilePath {
            folder.appending(rawName ?? Array(name.utf8))
        }
    }

    enum Step {
        /// A folder and the files in it, ordered by name.
        case folder(path: FilePath, files: [File])
        /// A path that cannot be read.
        case unreadable(path: String, reason: String)
        /// A path that leads to nothing and promises no photo: a broken link.
        case nothing(path: String)
    }

    private struct Folder {
        let path: FilePath
        let status: FileStatus
        /// The path ends with a symbolic link.
        let isLink: Bool
    }

    private let library: FilePath?
    private let libraryIdentity: FileStatus.Identity?

    /// - Parameter library: a folder that is never entered, nor any within it.
    init(excluding library: URL?) {
        let path = library.flatMap { FilePath($0.path).resolved }
        self.library = path
        libraryIdentity = path.flatMap(FileStatus.init(of:))?.identity
    }

    /// Calls `body` for each folder under the paths, and for the folder of each path that is a file; a file named twice
    /// comes once. Stops when `body` answers false.
    func walk(_ paths: [String], _ body: (Step) throws -> Bool) rethrows {
        var visited: Set<FileStatus.Identity> = []
        for path in paths {
            guard let absolute = FilePath(path).resolved, let status = FileStatus(of: absolute) else {
                if try !body(.unreadable(path: path, reason: Self.reason())) { return }
                continue
            }
            if let library, absolute.isInside(library) { continue }
            if status.isFolder {
                let folder = Folder(path: absolute, status: status, isLink: false)
                if try !walk(folder, &visited, body) { return }
            } else if visited.insert(status.identity).inserted, let (folder, name) = absolute.split {
                if try !body(.folder(path: folder, files: [Self.file(name, status)])) { return }
            }
        }
    }

    /// - Complexity: O(*n*) for *n* files and folders, however deep they lie.
    private func walk(
        _ top: Folder, _ visited: inout Set<FileStatus.Identity>, _ body: (Step) throws -> Bool
    ) rethrows -> Bool {
        // An explicit stack, because a stranger decides how deep folders lie.
        var pending = [top]
        while let next = pending.popLast() {
            guard visited.insert(next.status.identity).inserted, !isOwn(next) else { continue }
            let folder: OpenFolder
            let names: [[UInt8]]
            do {
                folder = try OpenFolder(at: next.path)
                names = try folder.names()
            } catch {
                let reason = "the folder cannot be read: \(error.reason)"
                if try !body(.unreadable(path: next.path.text, reason: reason)) { return false }
                continue
            }
            var files: [File] = []
            var folders: [Folder] = []
            for name in names where name.first != 0x2E {
                let entry = folder.status(of: name, followsLinks: false)
                let isLink = entry?.isSymbolicLink ?? false
                guard let status = isLink ? folder.status(of: name, followsLinks: true) : entry else {
                    if try !body(Self.missing(next.path.appending(name), name)) { return false }
                    continue
                }
                if status.isFolder {
                    folders.append(Folder(path: next.path.appending(name), status: status, isLink: isLink))
                } else if status.isRegularFile {
                    files.append(Self.file(name, status))
                }
            }
            if try !body(.folder(path: next.path, files: files)) { return false }
            pending.append(contentsOf: folders.reversed())
        }
        return true
    }

    /// Whether a folder is the library or lies in it. Without a link, the only way into the library is its own folder, so
    /// only a link's target is resolved: that costs the depth of the target.
    private func isOwn(_ folder: Folder) -> Bool {
        if folder.status.identity == libraryIdentity { return true }
        guard folder.isLink, let library, let target = folder.path.resolved else { return false }
        return target.isInside(library)
    }

    private static func file(_ name: [UInt8], _ status: FileStatus) -> File {
        let text = FilePath(name).text
        return File(
            name: text, rawName: name.elementsEqual(text.utf8) ? nil : name, size: status.size,
            modificationTime: status.modificationTime)
    }

    private static func missing(_ path: FilePath, _ name: [UInt8]) -> Step {
        let reason = reason()
        return IngestRules.isMediaName(FilePath(name).text)
            ? .unreadable(path: path.text, reason: reason) : .nothing(path: path.text)
    }

    private static func reason() -> String {
        String(cString: strerror(errno))
    }
}
