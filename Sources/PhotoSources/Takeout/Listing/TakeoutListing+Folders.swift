internal import Records
internal import SystemCalls
internal import SystemPackage

extension TakeoutListing {
    /// The depth below a folder that the user names in which files are looked for.
    private static let depthLimit = 6

    /// Adds the files below a folder. Doesn't follow links.
    ///
    /// - Throws: `SourceError` if the folder itself can't be read. Folders in it that can't be read are listed.
    mutating func add(tree root: FilePath) throws(SourceError) {
        var rest: [(path: FilePath, names: [String])] = [(root, Self.lastNames(of: root))]
        var isRoot = true
        while let (path, names) = rest.popLast() {
            let files: [(name: [UInt8], status: Stat)]
            do throws(Errno) {
                let folder = try OpenFolder(at: path)
                files = try folder.names().compactMap { name in
                    (try? folder.status(of: name, followsLinks: false)).map { (name, $0) }
                }
            } catch {
                guard !isRoot else {
                    throw SourceError(.unreadable, "The folder \(path.text) can't be read: \(error).")
                }
                differences.append(
                    (path.text, SourceDifference(.otherFiles, .unreadable, detail: "it can't be read: \(error)")))
                continue
            }
            isRoot = false
            for (name, status) in files { try add(name, status: status, in: path, names: names, to: &rest) }
        }
    }

    private mutating func add(
        _ name: [UInt8], status: Stat, in path: FilePath, names: [String],
        to rest: inout [(path: FilePath, names: [String])]
    ) throws(SourceError) {
        let (path, text) = (path.appending(name: name), FilePath.text(of: name))
        if status.isFolder {
            if names.count < Self.depthLimit + 2 { rest.append((path, names + [text])) }
        } else if status.isRegularFile {
            let entry = TakeoutEntry(
                name: text, size: Int64(status.size), modificationTime: status.modificationTime,
                place: .file(path, status.identity))
            try add(entry, folders: names, export: "")
        } else if status.isSymbolicLink {
            differences.append((path.text, SourceDifference(.otherFiles, .unsupported, detail: "it's a link")))
        }
    }

    /// The last two names of an absolute path. The user can name the folder of an album.
    private static func lastNames(of path: FilePath) -> [String] {
        let resolved = (try? path.resolved()) ?? path
        return resolved.components.suffix(2).map { FilePath.text(of: FilePath(root: nil, [$0]).bytes) }
    }
}
