internal import SystemCalls
internal import SystemPackage

/// The files in the originals that belong to no photo with a YAML file, such as further files of a stack, and the files
/// beside the originals, such as those that wait for PhotoPrism's import.
struct PhotoPrismUnknownFiles {
    private static let limit = 1_000_000
    /// The folder of the database in PhotoPrism's instructions for Docker.
    private static let databaseFolder: FilePath.Component = "database"
    /// The number of links and folders that are listed by name.
    private static let listLimit = 2_000

    private(set) var files: [FilePath] = []
    private(set) var differences: [(name: String, difference: SourceDifference)] = []
    private(set) var unreadableParts: [(path: String, reason: String)] = []
    private var surplus = 0
    private var unlisted = 0

    /// - Parameters:
    ///   - storage: The storage with the YAML files.
    ///   - around: The folder that contains the storage, and can contain more photos.
    /// - Complexity: Reads the names and types of all originals and YAML files, and the start of a YAML file where a
    ///   photo and a video have one name.
    init(
        _ originals: PhotoPrismOriginals, storage: PhotoPrismTree, around: ContainedFiles?, options: PhotoPrismOptions
    ) {
        let (root, storageRoot) = (originals.files.root, storage.files.root)
        add(originals.files, options, leavingOut: [storageRoot]) { folder in
            Self.taken(in: folder, originals, storage)
        }
        if let around, !around.root.starts(with: root) {
            let database = around.root.appending(Self.databaseFolder)
            add(around, options, leavingOut: [storageRoot, root, database]) { _ in [] }
        }
        if surplus > 0 {
            unreadableParts.append(
                (root.text, "\(surplus) more files aren't known to PhotoPrism. Import the folder by itself, too"))
        }
        if unlisted > 0 {
            let detail = "\(unlisted) more links and folders"
            differences.append(("originals", SourceDifference(.otherFiles, .unsupported, detail: detail)))
        }
    }

    /// Adds the files below a folder that aren't taken.
    private mutating func add(
        _ tree: ContainedFiles, _ options: PhotoPrismOptions, leavingOut others: [FilePath],
        taken: (PhotoPrismTree.Folder) -> Set<[UInt8]>
    ) {
        PhotoPrismTree(files: tree).forEachFolder(below: "") { folder in
            guard !others.contains(folder.path) else { return .leaveOutFolders }
            guard !Self.isForeign(folder, options) else {
                list(folder.relativePath ?? folder.path.text, .unsupported, "folder of another program")
                return .leaveOutFolders
            }
            if let problem = folder.problem { unreadableParts.append((folder.path.text, problem)) }
            let taken = taken(folder)
            for name in folder.files where !taken.contains(name) {
                if files.count < Self.limit {
                    files.append(folder.path.appending(name: name))
                } else {
                    surplus += 1
                }
            }
            for name in folder.links where !taken.contains(name) {
                let link = folder.path.appending(name: name)
                guard let target = try? link.resolved(), !target.starts(with: tree.root) else { continue }
                list((folder.relativePath ?? "") + FilePath.text(of: name), .referenced, "link out of the folder")
            }
            return .enterFolders
        }
    }

    private mutating func list(_ name: String, _ reason: SourceDifference.Reason, _ detail: String) {
        guard differences.count < Self.listLimit else {
            unlisted += 1
            return
        }
        differences.append((name, SourceDifference(.otherFiles, reason, detail: detail)))
    }

    private static func isForeign(_ folder: PhotoPrismTree.Folder, _ options: PhotoPrismOptions) -> Bool {
        // The user named the top folder.
        guard folder.relativePath != "", let name = folder.path.name else { return false }
        return options.isForeignFolder(FilePath.text(of: name)) { text in
            let text = Array(text.utf8)
            return folder.folders.contains(text) || folder.files.contains(text)
        }
    }

    /// Returns the names of the files that items have.
    private static func taken(
        in folder: PhotoPrismTree.Folder, _ originals: PhotoPrismOriginals, _ storage: PhotoPrismTree
    ) -> Set<[UInt8]> {
        guard let path = folder.relativePath else { return [] }
        let sidecars = PhotoPrismSource.sidecars + path
        var taken: Set<[UInt8]> = []
        for stem in storage.stems(in: sidecars) {
            let group = originals.group(folder: path, stem: stem)
            let type = group.isAmbiguous ? storage.head("\(sidecars)\(stem).yml").type : nil
            taken.formUnion(PhotoPrismOriginals.roles(in: group, type: type).names.map { Array($0.utf8) })
        }
        return taken
    }
}
