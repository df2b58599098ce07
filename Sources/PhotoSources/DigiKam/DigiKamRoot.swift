internal import Foundation
internal import SystemCalls
internal import SystemPackage

/// A collection of digiKam: a folder on a disk or in a network.
struct DigiKamRoot {
    var id: Int64
    var label: String?
    /// Such as `volumeid:?uuid=…` or `volumeid:?path=/home/anna/Pictures`.
    var identifier: String
    /// The path below the mount point of the disk.
    var specificPath: String

    /// The absolute path, if the catalogue names one.
    var path: String? {
        guard let query = identifier.split(separator: "?", maxSplits: 1).dropFirst().first else { return nil }
        for part in query.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0] == "path" || pair[0] == "mountpath" else { continue }
            let text = String(pair[1])
            let path = (text.removingPercentEncoding ?? text) + (specificPath == "/" ? "" : specificPath)
            return path.hasPrefix("/") && !path.utf8.contains(0) ? path : nil
        }
        return nil
    }

    /// The name for people, which is a key of `DigiKamOptions.roots`.
    var name: String { ForeignValue.text(label) ?? path ?? identifier + (specificPath == "/" ? "" : specificPath) }

    /// Returns the folders that stand for the roots, by the texts of the roots' keys.
    ///
    /// - Parameter folder: The folder of the catalogue.
    static func folders(
        of roots: [DigiKamRoot], _ options: DigiKamOptions, catalogFolder folder: FilePath
    ) -> [String: FilePath] {
        let labels = Dictionary(roots.map { ($0.label ?? "", 1) }, uniquingKeysWith: +)
        let identifiers = Dictionary(roots.map { ($0.identifier, 1) }, uniquingKeysWith: +)
        let base = (try? folder.resolved())?.bytes ?? []
        var folders: [String: FilePath] = [:]
        for root in roots {
            var keys = [root.identifier + root.specificPath]
            if let label = root.label, !label.isEmpty, labels[label] == 1 { keys.append(label) }
            if identifiers[root.identifier] == 1 { keys.append(root.identifier) }
            if let path = root.path { keys.append(path) }
            let named = keys.lazy.compactMap { options.roots[$0] }.first
            folders[root.key] = named ?? root.knownFolder(catalogFolder: base)
        }
        return folders
    }

    var key: String { String(id) }

    /// Returns the root's folder if it's in the catalogue's folder.
    private func knownFolder(catalogFolder base: [UInt8]) -> FilePath? {
        if let path {
            let folder = FilePath(path)
            guard !base.isEmpty, let resolved = (try? folder.resolved())?.bytes else { return nil }
            let isInside = resolved == base || resolved.starts(with: base + [UInt8(ascii: "/")])
            return isInside ? folder : nil
        }
        // digiKam keeps its catalogue in the first collection unless the user chooses another folder.
        let end = Array(specificPath.utf8)
        guard end.count > 1, end.first == UInt8(ascii: "/"), base.suffix(end.count).elementsEqual(end) else {
            return nil
        }
        return FilePath(bytes: base)
    }
}
