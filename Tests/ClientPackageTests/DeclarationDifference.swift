import AlbumenTestSupport
import Foundation

/// A difference between a declaration of Albumen's and Apple's.
struct DeclarationDifference: Hashable, CustomStringConvertible {
    enum Kind: String {
        /// Not in Apple's framework.
        case addition
        /// Not in the list of Apple's declarations, although clients write it on Apple's platforms.
        case supplement
        /// Not declared.
        case missing
        /// Another type, parameter or default.
        case declaration
        case conformance
        /// Deprecated in only one of the frameworks.
        case deprecation
        /// A call that ignores the result gives a warning.
        case result
        /// Not isolated to the main actor as Apple's.
        case isolation
    }

    let symbol: String
    let kind: Kind

    var description: String { "\(symbol): \(kind)" }

    /// A row of the table of intended differences.
    struct Intention {
        let reason: String
        /// Albumen's declaration, if the difference is that.
        let declaration: String?
    }

    /// The intended differences, each with its reason.
    static func intended() throws -> [DeclarationDifference: Intention] {
        var intentions: [DeclarationDifference: Intention] = [:]
        for row in try TabSeparatedTable.rows(of: table) {
            guard let symbol = row["symbol"], let kind = row["difference"].flatMap(Kind.init),
                let reason = row["reason"]
            else { throw ClientPackage.Failure(description: "\(row) isn't a symbol, a difference and a reason.") }
            let difference = DeclarationDifference(symbol: symbol, kind: kind)
            let declaration = row["declaration"]
            guard (kind == .declaration) == (declaration != nil) else {
                throw ClientPackage.Failure(
                    description: "\(difference): only a difference of the declaration has one in the table.")
            }
            let intention = Intention(reason: reason, declaration: declaration)
            guard intentions.updateValue(intention, forKey: difference) == nil else {
                throw ClientPackage.Failure(description: "The table lists \(difference) twice.")
            }
        }
        return intentions
    }

    /// Compares the public declarations with Apple's. The values describe the differences.
    static func differences(
        of graph: SymbolGraph, _ apple: [String: [AppleDeclaration]]
    ) -> [DeclarationDifference: String] {
        var found: [DeclarationDifference: String] = [:]
        func note(_ symbol: String, _ kind: Kind, _ text: String) {
            found[DeclarationDifference(symbol: symbol, kind: kind)] = text
        }
        let supertypes = graph.supertypes()
        let kinds = Dictionary(graph.symbols.map { ($0.path, $0.kind.identifier) }) { first, _ in first }
        // Declarations that Apple imports from Objective-C are members of these.
        func isImported(_ symbol: SymbolGraph.Symbol) -> Bool {
            kinds[symbol.type].map { ["swift.class", "swift.protocol"].contains($0) } ?? false
        }
        for (path, declarations) in apple where declarations.contains(where: \.isRequired) && kinds[path] == nil {
            note(path, .missing, declarations[0].signature)
        }
        for symbol in graph.comparedSymbols {
            guard let declarations = apple[symbol.path] else {
                note(symbol.path, .addition, symbol.declaration)
                continue
            }
            let same = declarations.first { $0.signature == symbol.signature }
            if same == nil { note(symbol.path, .declaration, symbol.signature) }
            let declaration = same ?? declarations[0]
            if declaration.isDeprecated != symbol.isDeprecated { note(symbol.path, .deprecation, symbol.declaration) }
            if isImported(symbol), symbol.warnsAboutUnusedResult { note(symbol.path, .result, symbol.declaration) }
            guard symbol.isType else { continue }
            let absent = declaration.supertypes.subtracting(supertypes[symbol.path] ?? [])
            if !absent.isEmpty { note(symbol.path, .conformance, "\(absent)") }
            let isMainActor =
                declaration.isMainActor || !declaration.supertypes.isDisjoint(with: ["UIView", "UIViewController"])
            let attributes = ["@MainActor", "@preconcurrency"].map { symbol.hasAttribute($0) }
            if attributes != [isMainActor, isMainActor] { note(symbol.path, .isolation, symbol.declaration) }
        }
        return found
    }

    private static let table = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "DeclarationDifferences.tsv")
}

extension SymbolGraph {
    /// The declarations without overrides and the members of all enumerations and option sets, which the list omits.
    var comparedSymbols: [Symbol] {
        symbols.filter {
            !["rawValue", "init(rawValue:)"].contains($0.name) && !$0.declaration.contains("override ")
        }
    }
}
