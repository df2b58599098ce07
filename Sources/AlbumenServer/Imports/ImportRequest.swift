import Albumen
import Foundation

/// A request to bring photos over from paths of this machine.
struct ImportRequest: RequestDocument {
    /// Archives of Google Photos are named one by one.
    static let pathLimit = 1_000

    let paths: [String]
    let isDryRun: Bool
    /// Whether the names of persons become keywords.
    let usesPersonsAsKeywords: Bool
    /// Whether items of a source's trash come over, to Recently Deleted.
    let bringsTrashed: Bool
    /// Whether items in Recently Deleted here are restored if they are found again.
    let restoresTrashed: Bool

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(
            decoder, known: ["paths", "dryRun", "personsAsKeywords", "trashed", "restore"])
        let paths: [String] = try fields.value("paths")
        guard (1...Self.pathLimit).contains(paths.count) else {
            throw fields.refusal(of: "paths", "has \(paths.count) paths; give 1 to \(Self.pathLimit)")
        }
        self.paths = try paths.map { path in
            let path = Self.expanded(path)
            guard path.hasPrefix("/"), !path.utf8.contains(0) else {
                throw fields.refusal(of: "paths", "has “\(path.prefix(200))”; a path starts with / or ~/")
            }
            return path
        }
        isDryRun = try fields.optional("dryRun") ?? false
        usesPersonsAsKeywords = try fields.optional("personsAsKeywords") ?? false
        bringsTrashed = try fields.optional("trashed") ?? false
        restoresTrashed = try fields.optional("restore") ?? false
    }

    var options: SourceOptions {
        var options = SourceOptions()
        options.usesPersonsAsKeywords = usesPersonsAsKeywords
        options.bringsTrashed = bringsTrashed
        return options
    }

    /// Returns a path with the home folder in place of a tilde.
    static func expanded(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/") else { return path }
        return LibraryLocation.home().appending(path: path.dropFirst(2)).path(percentEncoded: false)
    }
}

/// A request to undo an import.
struct ImportUndoRequest: RequestDocument {
    /// The album of the import.
    let album: String
    /// The number of photos and videos that the user has confirmed.
    let count: Int

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["album", "count"])
        guard let album = try fields.uuid("album") else { throw fields.refusal(of: "album", "is missing") }
        self.album = album
        count = try fields.value("count")
    }
}
