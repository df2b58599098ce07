import Foundation

/// A block of Swift in the documentation of `Photos`.
struct DocumentationSample {
    /// The article's name and the block's number in it, such as `Fetching2`.
    let name: String
    let code: String

    /// Whether it is a package's manifest and no part of a program.
    var isManifest: Bool { code.hasPrefix("// swift-tools-version") }

    /// The block as a file: what it imports, and the rest as the body of a function.
    var file: String {
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
        let imports = lines.filter { $0.hasPrefix("import ") }
        let body = lines.filter { !$0.hasPrefix("import ") }
        let isAsynchronous = body.contains { !$0.hasPrefix(" ") && $0.contains("await ") }
        let signature =
            "func \(name.prefix(1).lowercased() + name.dropFirst())() \(isAsynchronous ? "async " : "")throws {"
        return (imports + [signature[...]] + body + ["}", ""]).joined(separator: "\n")
    }

    /// Those of all articles, in their order.
    static func all() throws -> [DocumentationSample] {
        let catalog = ClientPackage.project.appending(path: "Sources/Photos/Photos.docc", directoryHint: .isDirectory)
        return try FileManager.default.contentsOfDirectory(atPath: catalog.path).sorted()
            .filter { $0.hasSuffix(".md") }
            .flatMap { file in
                let text = try String(contentsOf: catalog.appending(path: file), encoding: .utf8)
                return text.matches(of: #/```swift\n([\s\S]*?)```/#).enumerated().map { index, match in
                    DocumentationSample(name: "\(file.dropLast(3))\(index + 1)", code: String(match.1))
                }
            }
    }
}
