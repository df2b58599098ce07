import Foundation

/// A style sheet of the page with the sheets that it imports in their place, so that a browser reads them with one
/// request.
struct StyleSheet: Sendable {
    let source: String

    /// - Parameters:
    ///   - path: The path of the sheet.
    ///   - sources: Style sheets by path. An `@import` names a sheet in the same folder, or below it.
    /// - Throws: `ServerError` if a sheet is missing or imports itself, or if an `@import` has a condition.
    init(path: String, sources: [String: String]) throws {
        source = try Self.joined(path, sources: sources, importers: [])
    }

    private static func joined(_ path: String, sources: [String: String], importers: [String]) throws -> String {
        guard !importers.contains(path), let source = sources[path] else {
            throw ServerError(.missingFiles, "The page's style sheet \(path) is missing or imports itself.")
        }
        let folder = path.split(separator: "/").dropLast().map { "\($0)/" }.joined()
        return try source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.hasPrefix("@import") else { return String(line) }
            guard let match = line.wholeMatch(of: /@import "(?<name>[a-z\/-]+\.css)";/) else {
                throw ServerError(
                    .missingFiles, "The page's style sheet \(path) has a rule that the server can't bundle: \(line)")
            }
            return try joined(folder + match.output.name, sources: sources, importers: importers + [path])
        }.joined(separator: "\n")
    }
}
