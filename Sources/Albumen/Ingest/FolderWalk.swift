import Foundation
import SystemCalls
import SystemPackage

/// Walks folders depth first, names in order, each folder once.
///
/// Symbolic links are followed if they lead to a path within the walked paths, or if the walk follows all links. No
/// folder is entered twice, so links can't cause a loop.
///
/// Skips names that begin with a dot, because programs keep their own files under them. Also skips the kinds of
/// folders in `ForeignFolder`, unless a path names them. Memory grows with the number of folders and with the names
/// in one folder.
struct FolderWalk {
    struct File: Equatable {
        var name: String
        /// The name's bytes if they aren't UTF-8, or `nil` if `name` has the same bytes.
        var rawName: [UInt8]?
        /// Bytes.
        var size: Int64
        /// Nanoseconds since 1970.
        var modificationTime: Int64
        /// The file that had the name.
        var identity: Stat.Identity

        func location(in folder: FilePath) -> FilePath {
            folder.appending(name: rawName ?? Array(name.utf8))
        }
    }

    enum Step {
        /// A folder and the files in it, ordered by name.
        case folder(path: FilePath, files: [File])
        /// A path that can't be read.
        case unreadable(path: String, reason: String)
        /// A broken link whose name isn't that of a photo or video.
        case nothing(path: String)
        /// A link that leads out of the walked paths, and isn't followed.
        case link(path: String)
        /// A folder that belongs to another program, and isn't entered.
        case foreign(path: String, ForeignFolder)
    }

    private struct Folder {
        let path: FilePath
        let status: Stat
        /// Whether the path ends with a symbolic link.
        var isLink = false
        /// The device of the parent folder.
        var parentDevice: UInt64?
    }

    /// The paths that a walk starts from.
    private struct Places {
        /// The paths, with links resolved.
        let roots: [FilePath]
        let identities: Set<Stat.Identity>
    }

    private let library: FilePath?
    private let libraryIdentity: Stat.Identity?
    private let followsLinks: Bool
    private let willRead: (FilePath) -> Void

    /// - Parameters:
    ///   - library: A folder to skip with all its contents.
    ///   - followsLinks: Whether to follow links out of the walked paths.
    ///   - willRead: Called with each folder before its names are read.
    init(excluding library: URL?, followsLinks: Bool = false, willRead: @escaping (FilePath) -> Void = { _ in }) {
        self.followsLinks = followsLinks
        self.willRead = willRead
        // A library that can't be found has no folder to exclude.
        let found = library.flatMap { try? Self.find(FilePath($0.path)) }
        self.library = found?.path
        libraryIdentity = found?.status.identity
    }

    /// Calls `body` for each folder under the paths, and for the folder of each path that is a file. Files of one
    /// folder that are named one after another are reported together. A file named twice is reported once. Stops if
    /// `body` returns `false`.
    ///
    /// - Parameter watched: The folders whose parts the paths are, without links. A walk of a part follows the links that a
    ///   walk of these folders follows, and skips the same folders.
    func walk(_ paths: [FilePath], within watched: [FilePath]? = nil, _ body: (Step) throws -> Bool) rethrows {
        var visited: Set<Stat.Identity> = []
        let named = paths.map { path in
            (path: path, found: Result { () throws(Errno) in try Self.find(path) })
        }
        let roots =
            (watched.map { $0.map { path in Result { () throws(Errno) in try Self.find(path) } } }
            ?? named.map(\.found)).compactMap { try? $0.get() }
        let places = Places(roots: roots.map(\.path), identities: Set(roots.map(\.status.identity)))
        var namedFiles: (folder: FilePath, files: [File])?
        // A local function that captures `body` instead passes on an error that crashes the caller's `catch` (Swift 6.3).
        func reportNamedFiles(_ body: (Step) throws -> Bool) rethrows -> Bool {
            guard let (folder, files) = namedFiles else { return true }
            namedFiles = nil
            return try body(.folder(path: folder, files: files))
        }
        for (path, found) in named {
            let (absolute, status): (FilePath, Stat)
            switch found {
            case .success(let place): (absolute, status) = place
            case .failure(let failure):
                guard try reportNamedFiles(body) else { return }
                if try !body(.unreadable(path: path.text, reason: "\(failure)")) { return }
                continue
            }
            if let library, absolute.starts(with: library) { continue }
            if status.isFolder {
                guard try reportNamedFiles(body) else { return }
                let folder = Folder(path: absolute, status: status)
                if try !walk(folder, places, &visited, body) { return }
            } else if !status.isRegularFile {
                guard try reportNamedFiles(body) else { return }
                let reason = "it is a device, a pipe or a socket, and no file"
                if try !body(.unreadable(path: path.text, reason: reason)) { return }
            } else if visited.insert(status.identity).inserted, let name = absolute.name {
                let folder = absolute.removingLastComponent()
                if namedFiles?.folder != folder {
                    guard try reportNamedFiles(body) else { return }
                    namedFiles = (folder, [])
                }
                namedFiles?.files.append(Self.file(name, status))
            }
        }
        _ = try reportNamedFiles(body)
    }

    /// Returns the path without links and the status of the file there.
    private static func find(_ path: FilePath) throws(Errno) -> (path: FilePath, status: Stat) {
        let resolved = try path.resolved()
        return (resolved, try Stat(resolved))
    }

    /// - Complexity: O(*n*) for *n* files and folders at any depth.
    private func walk(
        _ top: Folder, _ places: Places, _ visited: inout Set<Stat.Identity>, _ body: (Step) throws -> Bool
    ) rethrows -> Bool {
        // Uses an explicit stack, because the depth of untrusted folders is unlimited.
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
            let identity: Stat.Identity
            willRead(next.path)
            do throws(Errno) {
                folder = try OpenFolder(at: next.path)
                identity = try folder.status(of: [0x2E], followsLinks: false).identity
                names = try folder.names()
            } catch {
                let reason = "the folder cannot be read: \(error)"
                if try !body(.unreadable(path: next.path.text, reason: reason)) { return false }
                continue
            }
            // Its owner may have replaced it by a link to a folder that only the importing user may read.
            guard identity == next.status.identity else {
                let reason = "another folder took its place during the import. Import it again"
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
                var isLink = false
                let status: Stat
                do throws(Errno) {
                    let entry = try folder.status(of: name, followsLinks: false)
                    isLink = entry.isSymbolicLink
                    status = isLink ? try folder.status(of: name, followsLinks: true) : entry
                } catch {
                    if try !body(Self.missing(next.path.appending(name: name), name, error)) { return false }
                    continue
                }
                if isLink, status.isFolder || status.isRegularFile,
                    !isFollowed(next.path.appending(name: name), places)
                {
                    if try !body(.link(path: next.path.appending(name: name).text)) { return false }
                } else if status.isFolder {
                    let path = next.path.appending(name: name)
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

    /// Returns a file of a folder, or `nil` if the name leads to none that a walk of the roots would report.
    ///
    /// - Parameter roots: Paths without links.
    func file(named name: [UInt8], in folder: FilePath, within roots: [FilePath]) -> File? {
        let location = folder.appending(name: name)
        guard name.first != 0x2E, let entry = try? Stat(location, flags: .symlinkNoFollow) else { return nil }
        guard entry.isSymbolicLink else { return entry.isRegularFile ? Self.file(name, entry) : nil }
        guard let status = try? Stat(location), status.isRegularFile,
            isFollowed(location, Places(roots: roots, identities: []))
        else { return nil }
        return Self.file(name, status)
    }

    /// - Complexity: O(*d*) for the depth *d* of the link's target.
    private func isFollowed(_ link: FilePath, _ places: Places) -> Bool {
        guard !followsLinks else { return true }
        // A link to nothing has been reported as missing.
        guard let target = try? link.resolved() else { return false }
        return places.roots.contains(where: target.starts(with:))
    }

    private static func foreignFolder(_ path: FilePath, _ names: [[UInt8]]) -> ForeignFolder? {
        guard let name = path.name else { return nil }
        return ForeignFolder(name: FilePath.text(of: name)) { names.contains(Array($0.utf8)) }
    }

    /// Returns whether a folder is the library or lies in it. Without a link, a walk can only enter the library
    /// through its own folder, so only the targets of links are resolved.
    ///
    /// - Complexity: O(*d*) for the depth *d* of a link's target.
    private func isOwn(_ folder: Folder) -> Bool {
        if folder.status.identity == libraryIdentity { return true }
        guard folder.isLink, let library, let target = try? folder.path.resolved() else { return false }
        return target.starts(with: library)
    }

    private static func file(_ name: [UInt8], _ status: Stat) -> File {
        let text = FilePath.text(of: name)
        return File(
            name: text, rawName: name.elementsEqual(text.utf8) ? nil : name, size: status.size,
            modificationTime: status.modificationTime, identity: status.identity)
    }

    private static func missing(_ path: FilePath, _ name: [UInt8], _ failure: Errno) -> Step {
        IngestRules.isMediaName(FilePath.text(of: name))
            ? .unreadable(path: path.text, reason: "\(failure)") : .nothing(path: path.text)
    }
}
