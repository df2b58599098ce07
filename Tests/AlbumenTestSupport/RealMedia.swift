package import Foundation

/// The collection of real photos and videos beside the project, with metadata that other programs read from them. It
/// isn't part of the project. Tests that need it are skipped if it's missing.
package enum RealMedia {
    package static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("../shared/media").standardizedFileURL

    package static var isPresent: Bool {
        FileManager.default.fileExists(atPath: manifest.path)
    }

    package static let absence = "the collection of real media (../shared/media) is not beside the project"

    private static var manifest: URL { folder.appendingPathComponent("MANIFEST.tsv") }

    /// Returns the metadata of each file, by the manifest's column names, without empty values.
    package static func facts() throws -> [[String: String]] {
        try TabSeparatedTable.rows(of: manifest)
    }

    /// Returns the paths of all files of the manifest except sidecars.
    package static func paths() throws -> [String] {
        try facts().filter { $0["media"] != "sidecar" }
            .compactMap { $0["path"].map { folder.appendingPathComponent($0).path } }
    }

    /// Returns the paths of the folders with the files of the manifest. Beside them, there are libraries of other
    /// programs, which have tests of their own.
    package static func subfolderPaths() throws -> [String] {
        Set(try facts().compactMap { $0["path"]?.split(separator: "/").first.map(String.init) }).sorted()
            .map { folder.appendingPathComponent($0).path }
    }
}

/// A table with a header line and unquoted fields separated by tabs.
package enum TabSeparatedTable {
    package static func rows(of file: URL) throws -> [[String: String]] {
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        guard let head = lines.first else { return [] }
        let names = head.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        return lines.dropFirst().map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Dictionary(uniqueKeysWithValues: zip(names, fields).filter { !$0.1.isEmpty })
        }
    }
}
