/// The tags of a catalogue and the items of each. Shotwell stores a list of items with each tag.
struct ShotwellTags {
    /// The number of items of all tags together.
    static let membershipLimit = 20_000_000

    private var names: [String] = []
    private var photos = ShotwellMemberships()
    private var videos = ShotwellMemberships()
    private var tree = KeywordTree([:])

    /// Adds a tag. Call `finish` after the last one.
    ///
    /// - Parameters:
    ///   - name: A name, or a path such as `/Places/Berlin`.
    ///   - list: The identifiers of the items, separated by commas.
    /// - Returns: `false` if the tags have too many items.
    mutating func add(_ name: String, list: String) -> Bool {
        let tag = Int64(names.count)
        names.append(name)
        for part in list.utf8.split(separator: UInt8(ascii: ",")) {
            guard let (id, isVideo) = ShotwellIdentifier.parse(part) else { continue }
            if isVideo { videos.add(tag, to: id) } else { photos.add(tag, to: id) }
            guard photos.count + videos.count <= Self.membershipLimit else { return false }
        }
        return true
    }

    /// - Complexity: O(*n* log *n*) for *n* memberships.
    mutating func finish() {
        photos.sort()
        videos.sort()
        let indexes = Dictionary(names.enumerated().map { ($1, Int64($0)) }) { first, _ in first }
        var nodes: [Int64: KeywordTree.Node] = [:]
        for (index, name) in names.enumerated() {
            var leaf = name[...]
            var parent: Int64?
            if name.hasPrefix("/"), let slash = name.lastIndex(of: "/") {
                leaf = name[name.index(after: slash)...]
                parent = indexes[String(name[..<slash])]
            }
            nodes[Int64(index)] = KeywordTree.Node(name: String(leaf), parent: parent)
        }
        tree = KeywordTree(nodes)
    }

    /// Returns the names of an item's tags without the parents of its other tags, sorted.
    func keywords(_ item: Int64, isVideo: Bool) -> [String] {
        tree.leafNames((isVideo ? videos : photos).tags(of: item))
    }
}
