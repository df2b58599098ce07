/// The keywords of a catalogue with their parents. Keywords in a cycle have no parent.
struct KeywordTree {
    struct Node {
        /// In the composed form (NFC).
        let name: String
        var parent: Int64?

        init(name: String, parent: Int64?) {
            self.name = ForeignValue.text(name) ?? ""
            self.parent = parent
        }
    }

    /// The depth to which parents are followed.
    private static let depthLimit = 64

    private var nodes: [Int64: Node]

    /// - Complexity: O(*n*) for *n* keywords.
    init(_ nodes: [Int64: Node]) {
        self.nodes = nodes
        var checked: Set<Int64> = []
        for start in nodes.keys {
            var path: [Int64] = []
            var onPath: Set<Int64> = []
            var present: Int64? = start
            while let id = present, let node = nodes[id], !checked.contains(id), onPath.insert(id).inserted {
                path.append(id)
                present = node.parent
            }
            if let present, let start = path.firstIndex(of: present) {
                for id in path[start...] { self.nodes[id]?.parent = nil }
            }
            checked.formUnion(path)
        }
    }

    subscript(id: Int64) -> Node? { nodes[id] }

    var ids: [Int64] { nodes.keys.sorted() }

    /// Returns the parent of a keyword, its parent, and so on.
    func ancestors(of id: Int64) -> [Int64] {
        var ancestors: [Int64] = []
        var present = nodes[id]?.parent
        while let parent = present, ancestors.count < Self.depthLimit, let node = nodes[parent] {
            ancestors.append(parent)
            present = node.parent
        }
        return ancestors
    }

    /// Returns the names of an item's keywords without the parents of its other keywords, sorted and without
    /// repetition.
    ///
    /// - Complexity: O(*n* log *n*) for *n* keywords.
    func leafNames(_ ids: some Collection<Int64>) -> [String] {
        var dropped: Set<Int64> = []
        for id in ids { dropped.formUnion(ancestors(of: id)) }
        let names = ids.lazy.filter { !dropped.contains($0) }.compactMap { nodes[$0]?.name }
        return Set(names.filter { !$0.isEmpty }).sorted()
    }
}
