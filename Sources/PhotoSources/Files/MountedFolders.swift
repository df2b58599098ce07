internal import Records
internal import SystemPackage

/// The folders that stand for the roots of a catalogue. Some of them may be missing, such as those of another disk.
final class MountedFolders {
    private let folders: [String: FilePath]
    private var files: [String: ContainedFiles?] = [:]

    /// - Parameter folders: The folders, by the keys of the roots.
    init(_ folders: [String: FilePath]) {
        self.folders = folders
    }

    /// Returns a file below a root, or `nil` if the root's folder is missing.
    func find(_ path: String, in root: String) -> ContainedFiles.Found? { files(of: root)?.find(path) }

    func isMounted(_ root: String) -> Bool { files(of: root) != nil }

    /// Returns the files below a root, or `nil` if the root's folder is missing.
    func files(of root: String) -> ContainedFiles? {
        if let known = files[root] { return known }
        let opened = folders[root].flatMap { try? ContainedFiles($0) }
        files[root] = .some(opened)
        return opened
    }
}

extension ContainedFiles.Found? {
    /// The reason why the file can't be used, or `nil` if it can.
    var problem: SourceDifference.Reason? {
        guard let self else { return .referenced }
        return self.problem
    }
}
