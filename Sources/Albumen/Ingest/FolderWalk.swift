import Foundation

/// Walks folders depth first, names in order, each folder once.
///
/// Symbolic links are followed if they lead to a place within the paths that are walked, or if the walk follows all links. No
/// folder is entered twice, so no link makes a loop. Names that begin with a dot are left out, because programs keep their
/// own files under them; so are the folders of `ForeignFolder`, unless they are named themselves. Memory grows with the number
/// of folders and the names in one.
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
        /// A link that leads out of the paths that are walked, and isn't followed.
        case link(path: String)
        /// A folder that belongs to another program, and isn't entered.
        case foreign(path: String, ForeignFolder)
    }

    private struct Folder {
        let path: FilePath
        let status: FileStatus
        /// The path ends with a symbolic link.
        var isLink = false
        /// That of the folder above.
        var parentDevice: UInt64?
    }

    /// What the walk was asked for.
    private struct Places {
        /// Without links.
        let roots: [FilePath]
        let identities: Set<FileStatus.Identity>
    }

    private let library: FilePath?
    private let libraryIdentity: FileStatus.Identity?
    private let followsLinks: Bool

    /// - Parameters:
    ///   - library: a folder that is never entered, nor any within it.
    ///   - followsLinks: follow links wherever they lead.
    init(excluding library: URL?, followsLinks: Bool = false) {
        self.followsLinks = followsLinks
        let path = library.flatMap { FilePath($0.path).resolved }
        self.library = path
        libraryIdentity = path.flatMap(FileStatus.init(of:))?.identity
    }

    /// Calls `body` for each folder under the paths, and for the folder of each path that is a file; a file named twice
    /// comes once. Stops when `body` answers false.
    func walk(_ paths: [String], _ body: (Step) throws -> Bool) rethrows {
        var visited: Set<FileStatus.Identity> = []
        let named = paths.map { (path: $0, resolved: FilePath($0).resolved) }
        let roots = named.compactMap(\.resolved)
        let places = Places(roots: roots, identities: Set(roots.compactMap { FileStatus(of: $0)?.identity }))
        for (path, resolved) in named {
            guard let absolute = resolved, let status = FileStatus(of: absolute) else {
                if try !body(.unreadable(path: path, reason: Self.reason())) { return }
                continue
            }
            if let library, absolute.isInside(library) { continue }
            if status.isFolder {
                let folder = Folder(path: absolute, status: status)
                if try !walk(folder, places, &visited, body) { return }
            } else if !status.isRegularFile {
                let reason = "it is a device, a pipe or a socket, and no file"
                if try !body(.unreadable(path: path, reason: reason)) { return }
            } else if visited.insert(status.identity).inserted, let (folder, name) = absolute.split {
                if try !body(.folder(path: folder, files: [Self.file(name, status)])) { return }
            }
        }
    }

    /// - Complexity: O(*n*) for *n* files and folders, however deep they lie.
    private func walk(
        _ top: Folder, _ places: Places, _ visited: inout Set<FileStatus.Identity>, _ body: (Step) throws -> Bool
    ) rethrows -> Bool {
        // An explicit stack, because a stranger decides how deep folders lie.
        var pending = [top]
        while let next = pending.popLast() {
            guard visited.insert(next.status.identity).inserted, !isOwn(next) else { continue }
            if next.status.identity.device != next.parentDevice, KernelFileSystem.contains(next.path) {
                let reason = "the kernel shows its own state there, and no photos"
                if try !body(.unreadable(path: next.path.text, reason: reason)) { return false }
                continue
            }
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
            if !places.identities.contains(next.status.identity), let kind = Self.foreignFolder(next.path, names) {
                if try !body(.foreign(path: next.path.text, kind)) { return false }
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
                if isLink, status.isFolder || status.isRegularFile, !isFollowed(next.path.appending(name), places) {
                    if try !body(.link(path: next.path.appending(name).text)) { return false }
                } else if status.isFolder {
                    let path = next.path.appending(name)
                    folders.append(
                        Folder(
                            path: path, status: status, isLink: isLink,
                            parentDevice: next.status.identity.device))
                } else if status.isRegularFile {
                    files.append(Self.file(name, status))
                }
            }
            if try !body(.folder(path: next.path, files: files)) { return false }
            pending.append(contentsOf: folders.reversed())
        }
        return true
    }

    /// - Complexity: O(*d*) for the depth *d* of the link's target.
    private func isFollowed(_ link: FilePath, _ places: Places) -> Bool {
        guard !followsLinks else { return true }
        guard let target = link.resolved else { return false }
        return places.roots.contains(where: target.isInside)
    }

    private static func foreignFolder(_ path: FilePath, _ names: [[UInt8]]) -> ForeignFolder? {
        guard let name = path.split?.name else { return nil }
        return ForeignFolder(name: FilePath(name).text) { names.contains(Array($0.utf8)) }
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
