/// The keywords of a catalogue, which form a tree.
struct LightroomKeywords {
    struct Keyword {
        /// Missing for the root.
        var name: String?
        var parent: Int64?
        var isPerson: Bool
    }

    /// The largest depth of the tree that is read. Deeper ones aren't trees of people.
    private static let deepest = 64

    private var keywords: [Int64: Keyword] = [:]

    mutating func add(_ keyword: Keyword, id: Int64) { keywords[id] = keyword }

    /// Returns the names of a photo's keywords and persons, each once, in the order of `ids`. A keyword that contains
    /// another one of the photo is left out, as the library has no tree.
    ///
    /// - Complexity: O(*n* × *d*) for *n* keywords at a depth of *d*.
    func names(of ids: [Int64]) -> (keywords: [String], persons: [String]) {
        var parents: Set<Int64> = []
        for id in ids {
            var parent = keywords[id]?.parent
            // The depth also ends a cycle, in which each keyword would contain itself.
            for _ in 0..<Self.deepest {
                guard let current = parent, current != id else { break }
                parents.insert(current)
                parent = keywords[current]?.parent
            }
        }
        var names: [String] = []
        var persons: [String] = []
        var known: Set<String> = []
        let leaves = ids.filter { !parents.contains($0) }
        // In a cycle of keywords, each one is another's parent.
        for id in leaves.isEmpty ? ids : leaves {
            guard let keyword = keywords[id], let name = keyword.name, known.insert(name).inserted else { continue }
            if keyword.isPerson { persons.append(name) } else { names.append(name) }
        }
        return (names, persons)
    }

    /// The persons that have a name, by their keys.
    var persons: [(id: Int64, name: String)] {
        keywords.filter(\.value.isPerson).compactMap { id, keyword in keyword.name.map { (id, $0) } }
            .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }
}
