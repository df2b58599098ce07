import Foundation

/// A module of the page joined with all modules that it imports, so that a browser reads them with one request.
///
/// Each module becomes a function that returns its exports as one object, which the bundle exports. The bundle takes
/// the address of its entry. At the address of every other module is a short module that exports the names of the
/// object. So modules that load later share the bundle's classes and state.
///
/// A bundle for other sites is a file of its own: it exports the names of its entry, and has neither addresses for its
/// modules nor a source map. Neither has a bundle for a worker, which exports nothing.
struct ScriptBundle: Sendable {
    /// Who loads a bundle.
    enum Reader: Sendable {
        /// The page, whose modules may load others later.
        case page
        /// Other sites, which may also keep a copy.
        case otherSites
        /// A worker that isn't a module, because not all browsers have service workers that are.
        case worker
    }

    /// The bundle's text.
    let source: String
    /// The source map, with which developer tools show the modules instead of the bundle.
    let sourceMap: Data
    /// The modules that replace the entry's dependencies, by path.
    let forwarders: [String: String]

    /// - Parameters:
    ///   - entry: The path of the module whose dependencies are joined.
    ///   - sources: Modules by path.
    ///   - reader: Who loads the bundle.
    /// - Throws: `ServerError` if a module is missing, imports itself through others, or can't be read as a
    ///   `ScriptModule`.
    init(entry: String, sources: [String: String], for reader: Reader = .page) throws {
        var order: [ScriptModule] = []
        var visited: Set<String> = []
        let forms = ScriptModule.Forms()
        func visit(_ path: String, from importers: [String]) throws {
            guard !importers.contains(path) else {
                let circle = (importers + [path]).joined(separator: " → ")
                throw ServerError(.missingFiles, "The page's modules import each other in a circle: \(circle)")
            }
            guard visited.insert(path).inserted else { return }
            guard let source = sources[path] else {
                throw ServerError(.missingFiles, "The page's module \(path) is missing.")
            }
            let module = try ScriptModule(path: path, source: source, forms)
            for dependency in module.imports { try visit(dependency.path, from: importers + [path]) }
            order.append(module)
        }
        try visit(entry, from: [])

        var lines: [String] = []
        var origins: [SourceMap.Origin?] = []
        for (source, module) in order.enumerated() {
            lines.append("const \(ScriptModule.constant(of: module.path)) = (() => { // \(module.path)")
            lines += module.lines
            lines.append("return { \(module.exports.map(\.property).joined(separator: ", ")) }; })();")
            origins += [nil] + module.lines.indices.map { SourceMap.Origin(source: source, line: $0) } + [nil]
        }
        switch reader {
        case .page:
            let constants = order.map { ScriptModule.constant(of: $0.path) }
            lines.append("export { \(constants.joined(separator: ", ")) };")
            lines.append("//# sourceMappingURL=\(PageFiles.address)\(entry).map\n")
        case .otherSites:
            // The entry is the last module. Its first comment says how to use the file.
            let names = order.last?.exports.map(\.name).joined(separator: ", ") ?? ""
            lines.append("export const { \(names) } = \(ScriptModule.constant(of: entry));\n")
            lines = (order.last?.lines.prefix { $0.hasPrefix("//") } ?? []) + lines
        case .worker:
            lines.append("")
        }
        source = lines.joined(separator: "\n")
        sourceMap = try SourceMap(sources: order.map { ($0.path, sources[$0.path] ?? "") }, origins: origins).json
        forwarders = Dictionary(
            uniqueKeysWithValues: order.filter { $0.path != entry }.map { module in
                let constant = ScriptModule.constant(of: module.path)
                let source = """
                    import { \(constant) } from "\(PageFiles.address)\(entry)";
                    export const { \(module.exports.map(\.name).joined(separator: ", ")) } = \(constant);

                    """
                return (module.path, source)
            })
    }
}
