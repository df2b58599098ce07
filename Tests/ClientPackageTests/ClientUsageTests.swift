import AlbumenTestSupport
import Foundation
import Testing

/// What clients of PhotoKit use is used by our own client code, or waits to be declared.
///
/// `ClientUsage.tsv` has a symbol a row, as clients write it, with its declaration where that is another one: that of a
/// superclass, or of a nested type. What is no symbol (a key, an undocumented name, an extension) is looked for as text.
@Suite struct ClientUsageTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "Client/Sources/ClientUsage", directoryHint: .isDirectory)

    @Test func `each symbol is either used or waiting`() async throws {
        let uses = try await Uses(of: Self.folder)
        let waiting = try waitingSymbols()
        let symbols = try TabSeparatedTable.rows(of: Self.folder.appending(path: "ClientUsage.tsv"))
        #expect(symbols.count > 400)
        for row in symbols {
            let symbol = try #require(row["symbol"])
            let isUsed = uses.contain(row["declaration"] ?? symbol)
            let isWaiting = waiting.contains(symbol)
            #expect(isUsed || isWaiting, "\(symbol) is neither used nor waits.")
            #expect(!isUsed || !isWaiting, "\(symbol) is used and waits.")
        }
        let strangers = waiting.subtracting(symbols.compactMap { $0["symbol"] })
        #expect(strangers.isEmpty, "Nothing tells that clients use \(strangers).")
    }

    @Test func `no declared symbol is waiting`() async throws {
        let package = try await ClientPackageTests.builtPackage()
        var declared: Set<String> = []
        for module in ["Photos", "PhotosUI"] {
            for symbol in try await SymbolGraph.symbols(of: module, in: package) {
                declared.formUnion([symbol.path, String(symbol.path.prefix { $0 != "(" })])
            }
        }
        let found = try waitingSymbols().intersection(declared)
        #expect(found.isEmpty, "Use \(found.sorted()) in Client/Sources/ClientUsage.")
    }

    private func waitingSymbols() throws -> Set<String> {
        let rows = try TabSeparatedTable.rows(of: Self.folder.appending(path: "Waiting.tsv"))
        for row in rows { #expect(row["waits for"] != nil, "\(row) waits for nothing.") }
        let symbols = rows.compactMap { $0["symbol"] }
        #expect(symbols.count == Set(symbols).count)
        return Set(symbols)
    }
}

/// What source files use, as the compiler understood them.
private struct Uses {
    private let text: String
    private let words: Set<String>
    private let declarations: Set<String>

    init(of folder: URL) async throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .filter { $0.hasSuffix(".swift") }
            .map { folder.appending(path: $0) }
        text = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        words = Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
        let package = try await ClientPackageTests.builtPackage()
        let outcome = try await package.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            ["swiftc", "-dump-ast", "-swift-version", "5", "-module-name", "ClientUsage"]
                + package.moduleSearchArguments() + files.map(\.path),
            environment: [:])
        try #require(outcome.exitStatus == 0, "\(outcome.error.suffix(8_000))")
        declarations = Self.declarations(in: outcome.output + outcome.error)
        try #require(declarations.count > 200)
    }

    /// A method whose arguments have no labels stands in the tree without them.
    func contain(_ symbol: String) -> Bool {
        guard symbol.first?.isUppercase == true, !symbol.contains(" ") else { return text.contains(symbol) }
        if !symbol.contains(".") { return words.contains(symbol) }
        if declarations.contains(symbol) { return true }
        let name = symbol.prefix { $0 != "(" }
        return symbol.dropFirst(name.count).allSatisfy { "(_:)".contains($0) } && declarations.contains(String(name))
    }

    /// Each with and without its argument labels.
    private static func declarations(in tree: String) -> Set<String> {
        var found: Set<String> = []
        // UIKit and Swift declare inherited initializers.
        let use =
            #/
            (?:decl="(?:Photos|PhotosUI|UIKit|UIKitCore|ItemProviders|Swift|ClientUsage)\.\(file\)\.|element=")
            ([\w.\ ]+(?:\([\w:]*\))?)
            /#
        for match in tree.matches(of: use) {
            let path = String(match.1).replacing(" extension", with: "")
            found.insert(path)
            found.insert(String(path.prefix { $0 != "(" }))
        }
        return found
    }
}
