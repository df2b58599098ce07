internal import SystemPackage

/// The folders that replace the beginnings of a catalogue's paths.
final class ShotwellFolders {
    private static let longestPath = 4_096

    private let prefixes: Set<String>
    private let folders: MountedFolders

    init(_ options: ShotwellOptions) {
        var roots: [String: FilePath] = [:]
        for (prefix, folder) in options.roots {
            let prefix = "/" + prefix.split(separator: "/").joined(separator: "/")
            roots[prefix] = folder
        }
        prefixes = Set(roots.keys)
        folders = MountedFolders(roots)
    }

    /// Returns the file at an absolute path of the catalogue, or `nil` if no folder contains it, or if the folder is
    /// missing.
    func find(_ path: String) -> ContainedFiles.Found? {
        guard let (prefix, rest) = split(path) else { return path.hasPrefix("/") ? nil : .unreadable }
        return folders.find(rest, in: prefix)
    }

    /// Returns whether the folder of a path is here.
    func isMounted(_ path: String) -> Bool { split(path).map { folders.isMounted($0.prefix) } ?? false }

    /// - Complexity: O(*n*²) for a path of *n* bytes, at most 4,096.
    private func split(_ path: String) -> (prefix: String, rest: String)? {
        guard path.hasPrefix("/"), path.utf8.count <= Self.longestPath else { return nil }
        var end = path.endIndex
        while let slash = path.utf8[..<end].lastIndex(of: UInt8(ascii: "/")) {
            let prefix = slash == path.startIndex ? "/" : String(path[..<slash])
            if prefixes.contains(prefix) { return (prefix, String(path[path.utf8.index(after: slash)...])) }
            guard slash != path.startIndex else { return nil }
            end = slash
        }
        return nil
    }

    /// Returns the first folders of a path, for people to name.
    static func beginning(of path: String) -> String {
        let components = path.utf8.prefix(longestPath).split(separator: UInt8(ascii: "/")).dropLast().prefix(3)
        return "/" + components.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
    }
}
