package import Foundation

/// A change of an order that the user decides: of an album's members, or of the collections in a folder.
package struct ListEdit: Sendable, Equatable {
    /// Members and collections are named by UUID; indexes count from 0.
    package enum Step: Sendable, Equatable {
        /// At the end; those that are in the list stay where they are.
        case add([String])
        /// The indexes are those that the newcomers have afterwards, in rising order. None may be in the list.
        case insert([String], at: IndexSet)
        /// Those that are not in the list are passed over.
        case remove([String])
        case removeAt(IndexSet)
        /// Those at the indexes leave, and the others take their places, from wherever in the list they are.
        case replace(IndexSet, with: [String])
        /// All at the indexes leave, then stand together at an index of what is left.
        case move(IndexSet, to: Int)
    }

    package let step: Step
    /// Steps of one number, within a transaction, count their indexes in one list.
    package let request: Int
    /// The rows that the client saw, in order; nil for those there are when the change is made.
    package let shown: [Int64]?

    package init(_ step: Step, request: Int = 0, shown: [Int64]? = nil) {
        self.step = step
        self.request = request
        self.shown = shown
    }
}

extension ListEdit.Step {
    /// All that the step names.
    package var uuids: [String] {
        switch self {
        case .add(let items), .insert(let items, _), .remove(let items), .replace(_, let items): items
        case .removeAt, .move: []
        }
    }

    /// Whether it can be made without knowing who stands where.
    var isWithoutIndexes: Bool {
        switch self {
        case .add, .remove: true
        case .insert, .removeAt, .replace, .move: false
        }
    }
}

/// What a step makes of a list of rows.
struct ListOutcome: Equatable {
    /// The list afterwards.
    var rows: [Int64]
    /// Those that left.
    var removed: [Int64] = []
    /// Those that came or moved: where they stand in `rows`, in rising order, each range one behind the other.
    var placed: [Range<Int>] = []
}

extension ListEdit.Step {
    /// - Parameter items: the rows that the step's names stand for, in their order.
    /// - Throws: `LibraryError` where indexes and list do not fit.
    func outcome(on list: [Int64], items: [Int64]) throws(LibraryError) -> ListOutcome {
        switch self {
        case .add:
            let known = Set(list)
            var seen: Set<Int64> = []
            let newcomers = items.filter { !known.contains($0) && seen.insert($0).inserted }
            return ListOutcome(
                rows: list + newcomers,
                placed: newcomers.isEmpty ? [] : [list.count..<(list.count + newcomers.count)])
        case .remove:
            let leaving = Set(items)
            return ListOutcome(
                rows: list.filter { !leaving.contains($0) }, removed: list.filter { leaving.contains($0) })
        case .removeAt(let indexes):
            try Self.check(indexes, within: list.count)
            return ListOutcome(rows: Self.without(indexes, list), removed: indexes.map { list[$0] })
        case .insert(_, let indexes):
            return try Self.insert(items, at: indexes, into: list)
        case .replace(let indexes, _):
            return try Self.replace(indexes, with: items, in: list)
        case .move(let indexes, let target):
            try Self.check(indexes, within: list.count)
            var rows = Self.without(indexes, list)
            guard (0...rows.count).contains(target) else {
                throw Self.inconsistent("the index \(target) is beyond the \(rows.count) that stay")
            }
            rows.insert(contentsOf: indexes.map { list[$0] }, at: target)
            return ListOutcome(rows: rows, placed: indexes.isEmpty ? [] : [target..<(target + indexes.count)])
        }
    }

    private static func insert(
        _ items: [Int64], at indexes: IndexSet, into list: [Int64]
    ) throws(LibraryError) -> ListOutcome {
        try check(items, suit: indexes)
        let known = Set(list)
        guard !items.contains(where: known.contains) else {
            throw inconsistent("one of them is in the list already; move it instead")
        }
        try check(indexes, within: list.count + items.count)
        var rows: [Int64] = []
        rows.reserveCapacity(list.count + items.count)
        var (stayed, came) = (0, 0)
        for range in indexes.rangeView {
            let before = range.lowerBound - rows.count
            rows += list[stayed..<(stayed + before)] + items[came..<(came + range.count)]
            stayed += before
            came += range.count
        }
        rows += list[stayed...]
        return ListOutcome(rows: rows, placed: indexes.rangeView.map { $0 })
    }

    private static func replace(
        _ indexes: IndexSet, with items: [Int64], in list: [Int64]
    ) throws(LibraryError) -> ListOutcome {
        try check(items, suit: indexes)
        try check(indexes, within: list.count)
        let newcomers = Set(items)
        var replacements = items.makeIterator()
        var rows: [Int64] = []
        var placed = IndexSet()
        rows.reserveCapacity(list.count)
        for (index, row) in list.enumerated() {
            if indexes.contains(index), let item = replacements.next() {
                placed.insert(rows.count)
                rows.append(item)
            } else if !newcomers.contains(row) {
                rows.append(row)
            }
        }
        return ListOutcome(
            rows: rows, removed: indexes.map { list[$0] }.filter { !newcomers.contains($0) },
            placed: placed.rangeView.map { $0 })
    }

    private static func without(_ indexes: IndexSet, _ list: [Int64]) -> [Int64] {
        var rows: [Int64] = []
        rows.reserveCapacity(list.count - indexes.count)
        var next = 0
        for range in indexes.rangeView {
            rows += list[next..<range.lowerBound]
            next = range.upperBound
        }
        return rows + list[next...]
    }

    private static func check(_ indexes: IndexSet, within count: Int) throws(LibraryError) {
        if let last = indexes.last, last >= count {
            throw inconsistent("the index \(last) is beyond the end, \(count)")
        }
    }

    private static func check(_ items: [Int64], suit indexes: IndexSet) throws(LibraryError) {
        guard items.count == indexes.count else {
            throw inconsistent("there are \(items.count) objects for \(indexes.count) indexes")
        }
        guard Set(items).count == items.count else { throw inconsistent("an object is named twice") }
    }

    private static func inconsistent(_ reason: String) -> LibraryError {
        LibraryError(.inconsistentIndexes, "The indexes do not fit the album or folder: \(reason).")
    }
}
