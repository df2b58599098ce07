package import Foundation

/// The collection of real photos and videos beside the project, with the facts that other programs read from them.
/// It is not part of the project: where it is absent, tests that need it are skipped.
package enum RealMedia {
    package static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("../shared/media").standardizedFileURL

    package static var isPresent: Bool {
        FileManager.default.fileExists(atPath: manifest.path)
    }

    package static let absence = "the collection of real media (../shared/media) is not beside the project"

    private static var manifest: URL { folder.appendingPathComponent("MANIFEST.tsv") }

    /// The facts of each file, by the manifest's column names; empty values are left out.
    package static func facts() throws -> [[String: String]] {
        try TabSeparatedTable.rows(of: manifest)
    }
}

/// A table with a head line and tabs between its fields, unquoted.
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
