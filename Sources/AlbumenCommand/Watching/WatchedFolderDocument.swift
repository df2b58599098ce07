import Albumen
import Foundation

/// A folder in the list of watched folders, in JSON. All keys are always present.
struct WatchedFolderDocument: Encodable {
    private struct Refused: Encodable {
        let path: String
        let reason: String
    }

    private enum Key: String, CodingKey {
        case albums, duplicates, imported, lastCheck, lastImport, path, problem, refused
    }

    private let folder: WatchedFolder

    init(_ folder: WatchedFolder) {
        self.folder = folder
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(folder.makesAlbums, forKey: .albums)
        try container.encode(folder.duplicates, forKey: .duplicates)
        try container.encode(folder.imported, forKey: .imported)
        try container.encode(folder.lastCheck.flatMap(Timestamp.utc), forKey: .lastCheck)
        try container.encode(folder.lastImport.flatMap(Timestamp.utc), forKey: .lastImport)
        try container.encode(folder.path, forKey: .path)
        try container.encode(folder.problem, forKey: .problem)
        try container.encode(
            folder.refused.map { Refused(path: $0.path, reason: $0.reason) }, forKey: .refused)
    }

    /// The lines for people.
    var lines: [String] {
        var first = PrintableText.line(folder.path)
        if folder.makesAlbums { first += "  (albums)" }
        first += "  \(folder.imported) imported"
        if folder.duplicates > 0 { first += ", \(Count.text(folder.duplicates, "duplicate"))" }
        if !folder.refused.isEmpty { first += ", \(folder.refused.count) refused" }
        first += folder.lastCheck.flatMap(Timestamp.utc).map { ", checked \($0)" } ?? ", not checked yet"
        let refused = folder.refused.map { "  \(PrintableText.line($0.path)): \(PrintableText.line($0.reason))" }
        return [first] + (folder.problem.map { ["  \(PrintableText.line($0))"] } ?? []) + refused
    }
}
