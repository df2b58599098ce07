internal import Foundation
internal import SystemCalls
internal import SystemPackage

/// The folders below one of PhotoPrism's, in the order of their names. Symbolic links aren't followed.
struct PhotoPrismTree {
    struct Folder {
        var path: FilePath
        /// The path below the start, which is empty or ends with a slash. `nil` if it isn't UTF-8.
        var relativePath: String?
        /// The names of the regular files, without hidden ones.
        var files: [[UInt8]] = []
        var folders: [[UInt8]] = []
        var links: [[UInt8]] = []
        /// Why files of the folder are unknown, or `nil` if all are known.
        var problem: String?

        /// The names of the YAML files in the folder, without their extension.
        var stems: [String] {
            files.compactMap { name in
                String(validating: name, as: UTF8.self).flatMap { $0.hasSuffix(".yml") ? String($0.dropLast(4)) : nil }
            }
        }
    }

    enum Step {
        case enterFolders
        case leaveOutFolders
        case stop
    }

    private struct Pending {
        var folder: Folder
        var depth = 0
        /// The folder that had the path.
        var identity: Stat.Identity?
    }

    private static let deepest = 256
    private static let folderLimit = 500_000

    let files: ContainedFiles

    /// Passes a folder and each folder below it. Hidden folders are left out.
    ///
    /// - Parameters:
    ///   - start: A path that is empty or ends with a slash.
    ///   - body: Returns whether to enter the folders in a folder.
    /// - Throws: The error of `body`.
    /// - Complexity: Reads the names and types of all files. Memory grows with the number of folders and with the
    ///   largest one.
    func forEachFolder(below start: String, _ body: (Folder) throws -> Step) rethrows {
        guard let top = path(of: start) else { return }
        var pending = [Pending(folder: Folder(path: top, relativePath: ""))]
        var count = 0
        while var next = pending.popLast() {
            count += 1
            guard count <= Self.folderLimit else {
                next.folder.problem = "there are more than \(Self.folderLimit) folders"
                _ = try body(next.folder)
                return
            }
            var identities: [Stat.Identity] = []
            do throws(Errno) {
                identities = try Self.read(&next.folder, identity: next.identity)
            } catch {
                next.folder.problem = "the folder can't be read: \(error)"
            }
            let isTooDeep = !identities.isEmpty && next.depth >= Self.deepest
            if isTooDeep { next.folder.problem = "folders are nested more than \(Self.deepest) deep" }
            switch try body(next.folder) {
            case .stop: return
            case .leaveOutFolders: continue
            case .enterFolders: if isTooDeep { continue }
            }
            pending += zip(next.folder.folders, identities).reversed().map { name, identity in
                let text = String(validating: name, as: UTF8.self)
                let path = next.folder.relativePath.flatMap { path in text.map { path + $0 + "/" } }
                return Pending(
                    folder: Folder(path: next.folder.path.appending(name: name), relativePath: path),
                    depth: next.depth + 1, identity: identity)
            }
        }
    }

    /// Returns the names of the YAML files in a folder that `forEachFolder` would pass, without their extension.
    func stems(in path: String) -> [String] {
        guard let path = self.path(of: path) else { return [] }
        var folder = Folder(path: path)
        _ = try? Self.read(&folder, identity: nil)
        return folder.stems
    }

    /// Returns the absolute path of a folder, or `nil` if the path has links or leads nowhere.
    private func path(of relativePath: String) -> FilePath? {
        guard !relativePath.isEmpty else { return files.root }
        guard ContainedFiles.components(of: String(relativePath.dropLast())) != nil else { return nil }
        let path = FilePath(bytes: files.root.bytes + [UInt8(ascii: "/")] + Array(relativePath.utf8.dropLast()))
        // The root has no links.
        return (try? path.resolved())?.bytes == path.bytes ? path : nil
    }

    /// Reads the names of a folder.
    ///
    /// - Parameter identity: The folder that had the path, if it's known.
    /// - Returns: The identities of the folders in it.
    private static func read(_ folder: inout Folder, identity: Stat.Identity?) throws(Errno) -> [Stat.Identity] {
        let opened = try OpenFolder(at: folder.path)
        // Someone may have replaced it by a link.
        if let identity, try opened.status(of: [0x2E], followsLinks: false).identity != identity {
            throw .noSuchFileOrDirectory
        }
        var identities: [Stat.Identity] = []
        for name in try opened.names() where name.first != UInt8(ascii: ".") {
            // It can vanish meanwhile.
            guard let status = try? opened.status(of: name, followsLinks: false) else { continue }
            if status.isFolder {
                folder.folders.append(name)
                identities.append(status.identity)
            } else if status.isSymbolicLink {
                folder.links.append(name)
            } else if status.isRegularFile {
                folder.files.append(name)
            }
        }
        return identities
    }
}
