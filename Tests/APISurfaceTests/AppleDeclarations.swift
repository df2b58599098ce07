import Foundation
import Testing

/// Apple's declarations, from a table that lies beside the project. It is not part of the project: where it is absent,
/// tests that need it are skipped.
enum AppleDeclarations {
    struct Row {
        var type: String
        var member: String
        var kind: String
        var signature: String
    }

    static let absence: Comment = "the table ../shared/spec/photokit-api.tsv is not beside the project"

    static var isPresent: Bool { FileManager.default.fileExists(atPath: table.path) }

    static func rows(ofKind kind: String) throws -> [Row] {
        let lines = try String(contentsOf: table, encoding: .utf8).split(separator: "\n").dropFirst()
        return lines.compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count > 4, fields[3] == kind else { return nil }
            return Row(type: fields[1], member: fields[2], kind: fields[3], signature: fields[4])
        }
    }

    private static let table = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("../shared/spec/photokit-api.tsv").standardizedFileURL
}
