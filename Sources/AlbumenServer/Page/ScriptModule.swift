import Foundation

/// A module of the page, split into imports, exports and code.
///
/// The page's modules use few forms of `import` and `export`, each at the start of a line. Other forms are refused, so
/// that a server with such a module doesn't start.
struct ScriptModule: Sendable, Equatable {
    struct Import: Sendable, Equatable {
        /// The module's path below the page's folder.
        let path: String
        /// The pattern that destructures the other module's exports, such as `{ ask, words: pageWords }`. `nil` if the
        /// import only runs the module.
        let pattern: String?
    }

    struct Export: Sendable, Equatable {
        let name: String
        /// The constant of the module whose export this module exports again. `nil` for its own.
        var origin: String?

        /// The property of the object that contains the module's exports.
        var property: String { origin.map { "\(name): \($0).\(name)" } ?? name }
    }

    /// The supported statements. Swift prepares a regular expression at its first use, so all modules share them.
    struct Forms {
        fileprivate let imports = /import (?:\{\s*(?<names>[^}]*?),?\s*\} from )?"(?<address>\.{1,2}\/[^"]+)";/
        fileprivate let exportsAgain =
            /export \{ (?<names>[A-Za-z0-9_]+(?:, [A-Za-z0-9_]+)*) \} from "(?<address>\.{1,2}\/[^"]+)";/
        fileprivate let exports =
            /export (?:class |const |(?:async )?function\*? )(?<name>[A-Za-z_][A-Za-z0-9_]*)\b.*/
        fileprivate let dynamicImport = /import\("(?<address>\.{1,2}\/[^"]+)"\)/
    }

    let path: String
    let imports: [Import]
    let exports: [Export]
    /// The lines of the module, each at its place. An import is a line that reads the names from the constant of its
    /// module.
    let lines: [String]

    /// - Throws: `ServerError` if the module uses a form of `import` or `export` that isn't supported here.
    init(path: String, source: String, _ forms: Forms = Forms()) throws {
        self.path = path
        var imports: [Import] = []
        var exports: [Export] = []
        var lines: [String] = []
        var statement: [Substring] = []
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            if !statement.isEmpty || line.hasPrefix("import ") {
                statement.append(line)
                guard line.hasSuffix(";") else { continue }
                let found = try Self.importStatement(statement.joined(separator: " "), in: path, forms)
                imports.append(found)
                lines.append(found.pattern.map { "const \($0) = \(Self.constant(of: found.path));" } ?? "")
                lines += Array(repeating: "", count: statement.count - 1)
                statement = []
            } else if line.hasPrefix("export {") {
                let (from, names) = try Self.exportsAgain(line, in: path, forms)
                imports.append(from)
                exports += names
                lines.append("")
            } else if line.hasPrefix("export ") {
                exports.append(Export(name: try Self.exportedName(line, in: path, forms)))
                lines.append(String(line.dropFirst("export ".count)))
            } else {
                lines.append(Self.resolvingDynamicImports(line, in: path, forms))
            }
        }
        guard statement.isEmpty, !source.contains("import.meta") else { throw Self.unsupported("import", in: path) }
        self.imports = imports
        self.exports = exports
        self.lines = lines
    }

    /// The constant that holds a module's exports in a bundle.
    static func constant(of path: String) -> String {
        "$" + path.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    }

    private static func importStatement(_ text: String, in path: String, _ forms: Forms) throws -> Import {
        guard let match = text.wholeMatch(of: forms.imports) else { throw unsupported(text, in: path) }
        let names = match.output.names.map { names in
            "{ " + names.replacing(/\s+as\s+/, with: ": ").replacing(/\s+/, with: " ") + " }"
        }
        return Import(path: resolved(match.output.address, against: path), pattern: names)
    }

    private static func exportsAgain(
        _ line: Substring, in path: String, _ forms: Forms
    ) throws -> (Import, [Export]) {
        guard let match = line.wholeMatch(of: forms.exportsAgain) else { throw unsupported(String(line), in: path) }
        let origin = resolved(match.output.address, against: path)
        let names = match.output.names.split(separator: ", ")
        return (
            Import(path: origin, pattern: nil),
            names.map { Export(name: String($0), origin: constant(of: origin)) }
        )
    }

    private static func exportedName(_ line: Substring, in path: String, _ forms: Forms) throws -> String {
        guard let match = line.wholeMatch(of: forms.exports) else { throw unsupported(String(line), in: path) }
        return String(match.output.name)
    }

    /// Addresses of `import()` refer to the file that contains the call, which in a bundle is another.
    private static func resolvingDynamicImports(_ line: Substring, in path: String, _ forms: Forms) -> String {
        guard line.contains("import(") else { return String(line) }
        return String(line).replacing(forms.dynamicImport) { match in
            "import(\"\(PageFiles.address)\(resolved(match.output.address, against: path))\")"
        }
    }

    private static func resolved(_ address: Substring, against path: String) -> String {
        var components = path.split(separator: "/").dropLast()
        for component in address.split(separator: "/") where component != "." {
            if component == ".." { components = components.dropLast() } else { components.append(component) }
        }
        return components.joined(separator: "/")
    }

    private static func unsupported(_ statement: String, in path: String) -> ServerError {
        ServerError(
            .missingFiles, "The page's module \(path) has a statement that the server can't bundle: \(statement)")
    }
}
