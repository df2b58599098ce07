internal import SystemPackage

/// The originals that a library refers to on the Mac's volumes.
final class ReferencedFiles {
    private let folders: [String: FilePath]
    private var files: [String: ContainedFiles] = [:]

    init(_ folders: [String: FilePath]) {
        self.folders = folders
    }

    /// Returns a file on a volume.
    func find(_ path: String, on volume: String) -> ContainedFiles.Found {
        files(of: volume)?.find(path) ?? .absent
    }

    private func files(of volume: String) -> ContainedFiles? {
        if let known = files[volume] { return known }
        guard let folder = folders[volume], let opened = try? ContainedFiles(folder) else { return nil }
        files[volume] = opened
        return opened
    }

    /// Returns the volume and the path in it of an absolute path on a Mac.
    ///
    /// - Parameter volume: The name of the volume if the catalogue knows it.
    static func split(_ path: String, volume: String?) -> (volume: String, path: String)? {
        guard path.hasPrefix("/") else { return volume.map { ($0, path) } }
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        if parts.count > 2, parts[0] == "Volumes" {
            return (volume ?? String(parts[1]), parts.dropFirst(2).joined(separator: "/"))
        }
        return volume.map { ($0, parts.joined(separator: "/")) }
    }
}
