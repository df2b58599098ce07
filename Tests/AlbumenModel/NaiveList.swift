import Albumen
import Foundation

/// A list that is edited exactly as PhotoKit's documentation describes, without regard to cost (§5.5).
struct NaiveList {
    struct Result {
        var rows: [String]
        var removed: [String] = []
        /// Inserted or moved elements, in groups of neighbours.
        var groups: [[String]] = []
        var isAddition = false
        var isMove = false

        /// Applies the same edits to a list that others have changed since.
        ///
        /// - Parameter unplaced: Elements of the list that count as absent until they are given a position.
        func carriedOut(on list: [String], only: [String]? = nil, unplaced: Set<String> = []) -> [String] {
            var list = list.filter { !removed.contains($0) }
            for every in only.map({ [$0] }) ?? groups {
                // A moved element that has been removed since isn't inserted again.
                let group = isMove ? every.filter { list.contains($0) && !unplaced.contains($0) } : every
                guard !group.isEmpty else { continue }
                if isAddition {
                    let newcomers = group.filter { !list.contains($0) || unplaced.contains($0) }
                    list.removeAll(where: newcomers.contains)
                    list += newcomers
                    continue
                }
                let known = Set(list).subtracting(group).subtracting(unplaced)
                let start = rows.firstIndex(of: every[0])!
                let neighbour = rows[..<start].last { known.contains($0) }
                list.removeAll { group.contains($0) }
                list.insert(contentsOf: group, at: neighbour.map { list.firstIndex(of: $0)! + 1 } ?? 0)
            }
            return list
        }
    }

    let list: [String]

    init(_ list: [String]) {
        self.list = list
    }

    func applying(_ step: ListEdit.Step, _ items: [String]) throws(LibraryError) -> Result {
        switch step {
        case .add:
            var newcomers: [String] = []
            for item in items where !list.contains(item) && !newcomers.contains(item) { newcomers.append(item) }
            // Elements that the client didn't see may already exist. They still count as additions.
            var every: [String] = []
            for item in items where !every.contains(item) { every.append(item) }
            return Result(rows: list + newcomers, groups: [every].filter { !$0.isEmpty }, isAddition: true)
        case .remove:
            return Result(rows: list.filter { !items.contains($0) }, removed: items)
        case .removeAt(let indexes):
            try check(indexes, below: list.count)
            return Result(
                rows: list.indices.filter { !indexes.contains($0) }.map { list[$0] }, removed: indexes.map { list[$0] })
        case .insert(_, let indexes):
            try check(items, indexes)
            if items.contains(where: list.contains) { throw inconsistent }
            try check(indexes, below: list.count + items.count)
            var (old, new) = (list, items)
            let rows = (0..<(list.count + items.count)).map {
                indexes.contains($0) ? new.removeFirst() : old.removeFirst()
            }
            return Result(rows: rows, groups: groups(rows, items))
        case .replace(let indexes, _):
            try check(items, indexes)
            try check(indexes, below: list.count)
            var new = items
            var rows: [String?] = list
            for index in list.indices where items.contains(list[index]) { rows[index] = nil }
            for index in indexes { rows[index] = new.removeFirst() }
            let result = rows.compactMap { $0 }
            return Result(
                rows: result, removed: indexes.map { list[$0] }.filter { !items.contains($0) },
                groups: groups(result, items))
        case .move(let indexes, let target):
            try check(indexes, below: list.count)
            let moved = indexes.map { list[$0] }
            var rows = list.filter { !moved.contains($0) }
            guard target >= 0, target <= rows.count else { throw inconsistent }
            rows.insert(contentsOf: moved, at: target)
            return Result(rows: rows, groups: [moved].filter { !$0.isEmpty }, isMove: true)
        }
    }

    private func groups(_ rows: [String], _ items: [String]) -> [[String]] {
        rows.split { !items.contains($0) }.map(Array.init)
    }

    private func check(_ items: [String], _ indexes: IndexSet) throws(LibraryError) {
        guard items.count == indexes.count, Set(items).count == items.count else { throw inconsistent }
    }

    private func check(_ indexes: IndexSet, below count: Int) throws(LibraryError) {
        guard indexes.allSatisfy({ $0 < count }) else { throw inconsistent }
    }

    private var inconsistent: LibraryError { LibraryError(.inconsistentIndexes, "") }
}
