import Foundation

/// A document in Markdown.
struct Document {
    /// The path in the project, such as `docs/import.md`.
    let path: String
    let text: String

    init(path: String) throws {
        self.path = path
        text = try String(contentsOf: Self.project.appending(path: path), encoding: .utf8)
    }

    static func all() throws -> [Document] {
        let pages = try FileManager.default.contentsOfDirectory(atPath: project.appending(path: "docs").path)
            .filter { $0.hasSuffix(".md") }.sorted()
        let names = ["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "README.md", "Examples/README.md"]
        return try (names + pages.map { "docs/\($0)" }).map(Document.init)
    }

    /// The pages of `docs` for clients and users, which name other programs' types.
    private static let usersPages: Set<String> = [
        "docs/json.md", "docs/neighbours.md", "docs/neighbours-ui.md", "docs/web-picker.md",
    ]

    var isForContributors: Bool {
        path == "ARCHITECTURE.md" || path.hasPrefix("docs/") && !Self.usersPages.contains(path)
    }

    /// The links to files that don't exist.
    var missingLinks: [Substring] {
        let folder = (path as NSString).deletingLastPathComponent
        return text.matches(of: #/\]\(([^)#:]+)(?:#[^)]*)?\)/#).map(\.1).filter { !Self.exists("\(folder)/\($0)") }
    }

    /// The paths in code voice that don't exist. A path may be relative to the sources or to the page's files.
    var missingPaths: [Substring] {
        let files = text.matches(of: #/`((?:[\w.+-]+\/)+[\w+-]+\.(?:swift|js|json|md|tsv|[ch]))`/#).map(\.1)
        let other = text.matches(of: #/`((?:Sources|Tests|Benchmarks|Examples|docs|script)\/[\w.+\/-]*)/#).map(\.1)
        let folders = [".", "Sources", "Sources/AlbumenServer/Web"]
        return (files + other).filter { path in !folders.contains { Self.exists("\($0)/\(path)") } }
    }

    /// The types in code voice. Their names have at least two words in camel case, such as `WorkerPool`.
    var namedTypes: Set<Substring> {
        Set(text.matches(of: #/`([A-Z][a-z]+(?:[A-Z][a-z0-9]*)+)(?:\.\w+)*`/#).map(\.1))
    }

    /// The names of the project's targets, types and cases.
    static func declaredNames() throws -> Set<Substring> {
        let sources = project.appending(path: "Sources")
        var names = Set<Substring>()
        for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path) {
            guard path.contains("/") else {
                names.insert(path[...])
                continue
            }
            guard path.hasSuffix(".swift") || path.hasSuffix(".js") else { continue }
            // A file with several small declarations has a name of its own.
            names.insert((path as NSString).lastPathComponent.split(separator: ".")[0])
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            names.formUnion(
                text.matches(of: #/\b(?:class|struct|enum|protocol|actor|typealias|case) (\w+)/#).map(\.1))
        }
        return names
    }

    private static let project = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: project.appending(path: path).path)
    }
}
