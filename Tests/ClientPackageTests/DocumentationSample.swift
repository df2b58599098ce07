import Foundation

/// A block of Swift in the documentation of `Photos`.
struct DocumentationSample {
    /// The name of the article or file, and the number of the block in it, such as `Fetching2`.
    let name: String
    let code: String

    /// Whether the block is a package's manifest.
    var isManifest: Bool { code.hasPrefix("// swift-tools-version") }

    /// The block as a source file: its imports, and its other lines as the body of a function.
    var file: String {
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
        let imports = lines.filter { $0.hasPrefix("import ") }
        let body = lines.filter { !$0.hasPrefix("import ") }
        let isAsynchronous = body.contains { !$0.hasPrefix(" ") && $0.contains("await ") }
        let signature =
            "func \(name.prefix(1).lowercased() + name.dropFirst())() \(isAsynchronous ? "async " : "")throws {"
        return (imports + [signature[...]] + body + ["}", ""]).joined(separator: "\n")
    }

    /// The samples of all articles and doc comments.
    static func all() throws -> [DocumentationSample] {
        try articles() + symbols()
    }

    /// The samples of the articles, in their order.
    static func articles() throws -> [DocumentationSample] {
        try samples(below: "Sources/Photos/Photos.docc", suffix: ".md") { $0 }
    }

    /// The samples of the doc comments. Each of them imports `Photos`.
    static func symbols() throws -> [DocumentationSample] {
        try samples(below: "Sources/Photos", suffix: ".swift") { text in
            text.replacing(#/(?m)^ *\/\/\/ ?/#, with: "").replacing("```swift\n", with: "```swift\nimport Photos\n")
        }
    }

    private static func samples(
        below path: String, suffix: String, _ markdown: (String) -> String
    ) throws -> [DocumentationSample] {
        let folder = ClientPackage.project.appending(path: path, directoryHint: .isDirectory)
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
            .filter { $0.hasSuffix(suffix) }
            .flatMap { file in
                let text = markdown(try String(contentsOf: folder.appending(path: file), encoding: .utf8))
                let name = ((file as NSString).lastPathComponent as NSString).deletingPathExtension
                    .replacing("+", with: "_")
                return text.matches(of: #/```swift\n([\s\S]*?)```/#).enumerated().map { index, match in
                    DocumentationSample(name: "\(name)\(index + 1)", code: String(match.1))
                }
            }
    }
}
