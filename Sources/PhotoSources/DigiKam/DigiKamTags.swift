/// The tags of a catalogue and their meanings.
struct DigiKamTags {
    /// The tags below it mark versions, labels and progress.
    private static let internalRoot = "_Digikam_Internal_Tags_"
    private static let topRoot = "_Digikam_root_tag_"
    private static let personProperties: Set<String> = ["person"]
    private static let unnamedProperties: Set<String> = ["unknownPerson", "unconfirmedPerson", "ignoredPerson"]

    private enum Meaning {
        case keyword, person, unnamedPerson, internalTag
        case label(String)
    }

    private let tree: KeywordTree
    private var meanings: [Int64: Meaning] = [:]

    /// - Parameter properties: The names of the properties that tags have.
    init(_ tree: KeywordTree, properties: [Int64: Set<String>]) {
        self.tree = tree
        for id in tree.ids {
            meanings[id] = Self.meaning(of: id, in: tree, properties: properties[id] ?? [])
        }
    }

    private static func meaning(of id: Int64, in tree: KeywordTree, properties: Set<String>) -> Meaning {
        guard let name = tree[id]?.name, name != topRoot else { return .internalTag }
        let top = ([id] + tree.ancestors(of: id)).last { tree[$0]?.name != topRoot }
        if properties.contains("internalTag") || top.flatMap({ tree[$0]?.name }) == internalRoot {
            let isLabel = name.hasPrefix("Color Label ") || name.hasPrefix("Pick Label ")
            return isLabel && !name.hasSuffix(" None") ? .label(name) : .internalTag
        }
        if !properties.isDisjoint(with: unnamedProperties) { return .unnamedPerson }
        return properties.isDisjoint(with: personProperties) ? .keyword : .person
    }

    /// The tags of named persons.
    var persons: [Int64] {
        tree.ids.filter { if case .person = meanings[$0] { true } else { false } }
    }

    func name(of id: Int64) -> String? { tree[id].flatMap { $0.name.isEmpty ? nil : $0.name } }

    /// Returns the names of an item's keywords, sorted.
    func keywords(_ ids: [Int64], withPersons: Bool) -> [String] {
        var keywords: [Int64] = []
        var persons: [Int64] = []
        var parents: Set<Int64> = []
        for id in ids {
            switch meanings[id] {
            case .keyword: keywords.append(id)
            case .person, .unnamedPerson:
                parents.formUnion(tree.ancestors(of: id))
                if withPersons, case .person = meanings[id] { persons.append(id) }
            case .internalTag, .label, nil: break
            }
        }
        return tree.leafNames(keywords.filter { !parents.contains($0) } + persons)
    }

    /// Returns the names of an item's color and pick labels, sorted.
    func labels(_ ids: [Int64]) -> [String] {
        ids.compactMap { if case .label(let name) = meanings[$0] { name } else { nil } }.sorted()
    }
}
