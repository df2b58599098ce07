internal import Foundation
internal import GRDB

/// Arranges albums and folders as the source shows them, each folder before what it contains.
struct AppleAlbums {
    /// An album or folder of a catalogue.
    struct Node {
        var id: String
        var parent: String?
        var order: Double
        var isTrashed: Bool
        var collection: SourceCollection
    }

    /// - Parameter isTop: Whether an identifier is that of the top level, which is no folder of its own.
    /// - Complexity: O(*n* log *n*).
    static func arrange(_ nodes: [Node], isTop: (String) -> Bool) -> [SourceCollection] {
        var known: Set<String> = []
        let nodes = nodes.filter { known.insert($0.id).inserted }
        let folders = Set(nodes.filter { $0.collection.kind == .folder }.map(\.id))
        var children: [String?: [Node]] = [:]
        for node in nodes {
            let parent = node.parent.flatMap { isTop($0) || !folders.contains($0) ? nil : $0 }
            children[parent, default: []].append(node)
        }
        for key in children.keys {
            children[key]?.sort { ($0.order, $0.id) < ($1.order, $1.id) }
        }
        var answers: [SourceCollection] = []
        var reached: Set<String> = []
        var pending = (children[nil] ?? []).reversed().map { (node: $0, parent: String?.none, isTrashed: false) }
        while let (node, parent, isInTrash) = pending.popLast() {
            reached.insert(node.id)
            let isTrashed = isInTrash || node.isTrashed
            var collection = node.collection
            collection.parent = parent
            if isTrashed { collection.exclusion = .trashed }
            answers.append(collection)
            guard collection.kind == .folder else { continue }
            pending += (children[node.id] ?? []).reversed().map { ($0, collection.identifier, isTrashed) }
        }
        // What isn't below the top is in a cycle of folders.
        for node in nodes where !reached.contains(node.id) {
            var collection = node.collection
            collection.parent = nil
            collection.exclusion = .invalid
            answers.append(collection)
        }
        return answers
    }

    /// What the members of an album are sorted by.
    enum SortKey {
        case byHand, date, title
    }

    /// Returns the identifiers of an album's members in the order that Photos shows.
    ///
    /// - Parameter rows: The members in the order that the user gave them, which decides between equal ones. They have
    ///   the columns `uuid`, `date` and `title`.
    static func sorted(_ rows: [Row], by key: SortKey, isAscending: Bool) -> [String] {
        var order = Array(rows.indices)
        switch key {
        case .byHand:
            break
        case .date:
            let dates = rows.map { $0.number("date") ?? -.infinity }
            order.sort { left, right in
                if dates[left] == dates[right] { return left < right }
                return isAscending == (dates[left] < dates[right])
            }
        case .title:
            let titles = rows.map { ($0.text("title") ?? "").precomposedStringWithCanonicalMapping.lowercased() }
            order.sort { left, right in
                if titles[left] == titles[right] { return left < right }
                return isAscending == (titles[left] < titles[right])
            }
        }
        var known: Set<String> = []
        return order.compactMap { rows[$0].text("uuid") }.filter { !$0.isEmpty && known.insert($0).inserted }
    }
}
