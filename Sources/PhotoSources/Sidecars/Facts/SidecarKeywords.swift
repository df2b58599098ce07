import XMLTokens

/// The keywords in a sidecar.
///
/// Programs with a tree of keywords write paths such as `Travel|Paris`, and often also each name of the path alone.
/// Albumen has no tree, so only the last names count: `Paris`.
enum SidecarKeywords {
    /// The names of a keyword from the root of the tree to the keyword.
    typealias Path = [String]

    /// Trees that programs use for their own purposes.
    private static let internalRoots: Set<String> = ["darktable", "_Digikam_Internal_Tags_"]

    /// The properties with paths, best first, and the separators.
    private static let pathProperties: [(namespace: String, name: String, separator: Character)] = [
        (XMPNamespace.digiKam, "TagsList", "/"), (XMPNamespace.lightroom, "hierarchicalSubject", "|"),
        (XMPNamespace.mediaPro, "CatalogSets", "|"),
    ]

    /// Returns the keywords in the order of the document, each once: those of the best property with paths, and those
    /// of `dc:subject` that aren't a name in these paths.
    ///
    /// - Complexity: O(*n*) for *n* bytes of keywords.
    static func keywords(in document: XMPDocument) -> [String] {
        let subjects = (document[XMPNamespace.dublinCore, "subject"]?.texts ?? []).map(\.cleaned)
            .filter { !isInternal($0) }
        let paths = paths(in: document, flat: Set(subjects)).filter { !isInternal($0[0]) }
        var parents: Set<Path> = []
        var names: Set<String> = []
        for path in paths {
            names.formUnion(path)
            // A path of many names costs no more than its text: deeper ones aren't trees of people.
            for count in 1..<max(path.count, 1) { parents.insert(Path(path.prefix(count))) }
        }
        var keywords = paths.filter { !parents.contains($0) }.compactMap(\.last)
        keywords += subjects.filter { !names.contains($0) }
        var known: Set<String> = [""]
        return keywords.filter { known.insert($0).inserted }
    }

    /// Whether a path is in a tree that a program uses for its own purposes.
    private static func isInternal(_ path: String) -> Bool {
        internalRoots.contains(String(path.prefix { $0 != "/" && $0 != "|" }))
    }

    /// - Parameter flat: The keywords of `dc:subject`. One that contains the separator isn't a path.
    private static func paths(in document: XMPDocument, flat: Set<String>) -> [Path] {
        for property in pathProperties {
            let texts = document[property.namespace, property.name]?.texts ?? []
            let paths = texts.map(\.cleaned).map { text in
                flat.contains(text) ? [text] : path(text.split(separator: property.separator).map(String.init))
            }.filter { !$0.isEmpty }
            if !paths.isEmpty { return paths }
        }
        // ACDSee and digiKam write it in lower case, and lists of properties often don't.
        let categories = document[XMPNamespace.acdsee, "categories"] ?? document[XMPNamespace.acdsee, "Categories"]
        return categories?.text.map(assignedCategories) ?? []
    }

    /// Joins the names beyond the 16th, so that the cost of a path is bounded.
    private static func path(_ names: [String]) -> Path {
        let names = names.map(\.trimmed).filter { !$0.isEmpty }
        return names.count <= 16 ? names : names.prefix(15) + [names[names.count - 1]]
    }

    /// Returns the paths that ACDSee's tree marks with `Assigned="1"`. The tree is a document of its own in a text:
    /// `<Categories><Category Assigned="0">Places<Category Assigned="1">Paris</Category></Category></Categories>`.
    private static func assignedCategories(_ text: String) -> [Path] {
        var tokens = XMLTokenizer(Array(text.utf8))
        var open: [(name: String, isAssigned: Bool)] = []
        var paths: [Path] = []
        func note() {
            guard let last = open.last, last.isAssigned else { return }
            open[open.count - 1].isAssigned = false
            let path = path(open.map(\.name))
            if !path.isEmpty { paths.append(path) }
        }
        do throws(XMLTokenizer.Failure) {
            while let token = try tokens.next() {
                switch token.kind {
                case .start(_, let attributes, let isEmpty):
                    note()
                    let isAssigned = attributes.contains {
                        tokens.text($0.name) == "Assigned" && tokens.text($0.value) == "1"
                    }
                    if !isEmpty { open.append(("", isAssigned)) }
                    guard open.count <= 16 else { return [] }
                case .text where !open.isEmpty:
                    open[open.count - 1].name +=
                        String(decoding: try tokens.resolved(token.range), as: UTF8.self).cleaned
                case .end:
                    note()
                    _ = open.popLast()
                case .documentType: return []
                default: break
                }
            }
            return paths
        } catch {
            return []
        }
    }
}
