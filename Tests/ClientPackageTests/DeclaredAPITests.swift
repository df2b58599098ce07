import AlbumenTestSupport
import Foundation
import Testing

/// The declarations of `Photos` and `PhotosUI`, compared with Apple's and with files that use them as clients do.
@Suite struct DeclaredAPITests {
    private typealias Symbol = SymbolGraph.Symbol

    @Test(.enabled(if: AppleDeclaration.isListPresent, AppleDeclaration.absence))
    func `every declaration is Apple's, or differs for a reason in the table`() async throws {
        let package = try await ClientPackageTests.builtPackage()
        let graph = try await SymbolGraph.graph(of: ["Photos", "PhotosUI"], in: package)
        let intended = try DeclarationDifference.intended()
        let apple = try AppleDeclaration.all()
        var found = DeclarationDifference.differences(of: graph, apple)
        for (difference, text) in found {
            if let declaration = intended[difference]?.declaration { #expect(text == declaration) }
            let isKnown = isIntended(difference, intended)
            let signatures = apple[difference.symbol]?.map(\.signature) ?? []
            #expect(isKnown, "\(difference) isn't in the table. Albumen: \(text). Apple: \(signatures)")
        }
        for difference in intended.keys where difference.kind == .supplement {
            found[difference] = found[DeclarationDifference(symbol: difference.symbol, kind: .addition)]
        }
        for difference in intended.keys {
            #expect(found[difference] != nil, "\(difference) is in the table, but doesn't differ.")
        }
    }

    /// Members of a type that only Albumen has need no reason of their own.
    private func isIntended(
        _ found: DeclarationDifference, _ intended: [DeclarationDifference: DeclarationDifference.Intention]
    ) -> Bool {
        guard intended[found] == nil else { return true }
        guard found.kind == .addition else { return false }
        let supplement = DeclarationDifference(symbol: found.symbol, kind: .supplement)
        return intended[supplement] != nil || isAddition(found.symbol, intended)
    }

    private func isAddition(
        _ path: String, _ intended: [DeclarationDifference: DeclarationDifference.Intention]
    ) -> Bool {
        // A name can contain dots, as `...(_:_:)` does.
        let ends = path.indices.filter { path[$0] == "." } + [path.endIndex]
        return ends.contains { intended[DeclarationDifference(symbol: String(path[..<$0]), kind: .addition)] != nil }
    }

    /// By name and first argument label only, because the compiler checks the rest.
    @Test func `every declaration is used in client code`() async throws {
        let files = try surfaceFiles()
        let allText = files.values.joined()
        let intended = try DeclarationDifference.intended()
        for symbol in try await declaredSymbols() where !isAddition(symbol.path, intended) {
            let file = symbol.type.replacing(".", with: "") + "Surface.swift"
            let text = symbol.type.isEmpty ? allText : try #require(files[file], "\(file) is missing.")
            #expect(
                try text.contains(Self.use(of: symbol)), "\(file) does not use \(symbol.type).\(symbol.name).")
        }
    }

    private func declaredSymbols() async throws -> [Symbol] {
        let package = try await ClientPackageTests.builtPackage()
        let symbols = try await SymbolGraph.graph(of: ["Photos"], in: package).comparedSymbols
        try #require(symbols.count > 100)
        return symbols
    }

    private static func use(of symbol: Symbol) throws -> Regex<AnyRegexOutput> {
        let name = String(symbol.name.prefix { $0 != "(" })
        let labels = symbol.name.dropFirst(name.count + 1).split(separator: ":").dropLast()
        let pattern =
            switch name {
            case "init": "\\b\(symbol.type.replacing(".", with: "\\."))(<\\w+>)?\\(\(argument(labels))"
            case "subscript": "\\w\\["
            case _ where !name.contains(where: \.isLetter): " \(name) "
            case symbol.name: "\\b\(name)\\b"
            default: "\\b\(name)( \\{|\\(\(argument(labels)))"
            }
        return try Regex(pattern).wordBoundaryKind(.simple)
    }

    private static func argument(_ labels: some Sequence<Substring>) -> String {
        var labels = labels.makeIterator()
        guard let label = labels.next(), label != "_" else { return "" }
        return "\\s*\(label):"
    }

    private func surfaceFiles() throws -> [String: String] {
        let folder = ClientPackage.project.appending(path: "Tests/APISurfaceTests")
        var files: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where name.hasSuffix("Surface.swift") {
            files[name] = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        }
        return files
    }
}
