import AlbumenTestSupport
import Foundation
import Testing

/// The public declarations of modules, as the compiler writes them.
struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        struct Fragment: Decodable {
            var spelling: String
        }

        struct Kind: Decodable {
            var identifier: String
        }

        struct Identifier: Decodable {
            var precise: String
        }

        struct Availability: Decodable {
            var isUnconditionallyDeprecated: Bool?
        }

        struct Signature: Decodable {
            var returns: [Fragment]?
        }

        var identifier: Identifier
        var kind: Kind
        var pathComponents: [String]
        var declarationFragments: [Fragment]
        var availability: [Availability]?
        var functionSignature: Signature?

        var path: String { pathComponents.joined(separator: ".") }
        /// The path of the enclosing type, such as `PHAsset.PlaybackStyle`. Empty for a global declaration.
        var type: String { pathComponents.dropLast().joined(separator: ".") }
        /// The name with argument labels.
        var name: String { pathComponents.last ?? "" }
        var declaration: String { declarationFragments.map(\.spelling).joined() }

        var isType: Bool { ["swift.class", "swift.protocol", "swift.struct", "swift.enum"].contains(kind.identifier) }
        var isMethod: Bool { ["swift.method", "swift.type.method"].contains(kind.identifier) }
        var isDeprecated: Bool { availability?.contains { $0.isUnconditionallyDeprecated == true } ?? false }

        /// Whether it's a method with a result, and a call that ignores the result gives a warning.
        var warnsAboutUnusedResult: Bool {
            let result = functionSignature?.returns?.map(\.spelling).joined() ?? "()"
            return isMethod && !["()", "Void"].contains(result) && !hasAttribute("@discardableResult")
        }

        func hasAttribute(_ name: String) -> Bool {
            declaration.split(separator: " ").contains { $0 == name }
        }

        /// The declaration in the form of Apple's list, without the words that only the declaring module needs.
        var signature: String {
            var words = declaration.split(separator: " ").map(String.init)
            words.removeAll {
                [
                    "open", "public", "final", "override", "convenience", "required", "@discardableResult",
                    "nonisolated(nonsending)", "@preconcurrency", "@MainActor",
                ].contains($0)
            }
            let text = words.joined(separator: " ")
            if let range = text.firstRange(of: "let ") {
                return text.replacingCharacters(in: range, with: "var ") + " { get }"
            }
            return text.contains("var ") && !text.hasSuffix("}") ? text + " { get set }" : text
        }
    }

    struct Relationship: Decodable {
        var kind: String
        var source: String
        var target: String
        /// The target's name with its module if the target is in another module.
        var targetFallback: String?
    }

    var symbols: [Symbol]
    var relationships: [Relationship]

    /// The names of the superclasses and protocols of each type, by the type's path.
    func supertypes() -> [String: Set<String>] {
        let paths = Dictionary(symbols.map { ($0.identifier.precise, $0.path) }) { first, _ in first }
        var names: [String: Set<String>] = [:]
        for each in relationships where ["conformsTo", "inheritsFrom"].contains(each.kind) {
            guard let type = paths[each.source] else { continue }
            let target = paths[each.target] ?? each.targetFallback?.split(separator: ".").last.map(String.init)
            if let target { names[type, default: []].insert(target) }
        }
        return names
    }

    /// Reads the declarations of modules of a built package, including extensions of other modules' types.
    static func graph(of modules: [String], in package: ClientPackage) async throws -> SymbolGraph {
        var graph = SymbolGraph(symbols: [], relationships: [])
        for module in modules {
            let folder = try await files(of: module, in: package)
            for name in try folder.names() {
                let part = try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: folder.file(name)))
                graph.symbols += part.symbols
                graph.relationships += part.relationships
            }
        }
        return graph
    }

    static func symbols(of module: String, in package: ClientPackage) async throws -> [Symbol] {
        try await graph(of: [module], in: package).symbols
    }

    /// The compiler's files about a module of a built package.
    static func files(of module: String, in package: ClientPackage) async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        #if arch(arm64)
            let target = "aarch64-unknown-linux-gnu"
        #else
            let target = "x86_64-unknown-linux-gnu"
        #endif
        let outcome = try await package.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            ["swift", "symbolgraph-extract", "-module-name", module, "-target", target, "-output-dir", folder.path]
                + ["-minimum-access-level", "public", "-skip-synthesized-members"]
                + package.moduleSearchArguments(),
            environment: [:])
        try #require(outcome.exitStatus == 0, "\(outcome.error)")
        return folder
    }
}

extension ClientPackage {
    /// The arguments with which the compiler finds the modules of the built package.
    func moduleSearchArguments() async throws -> [String] {
        let arguments = try await run(
            Self.project.appending(path: "script/module-arguments"), [products.path], environment: [:])
        try #require(arguments.exitStatus == 0, "\(arguments.error)")
        return arguments.output.split(separator: "\n").map(String.init)
    }
}
