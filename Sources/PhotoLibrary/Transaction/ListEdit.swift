package import Foundation

/// A change of a list in the user's order: an album's members, or the collections in a folder.
package struct ListEdit: Sendable, Equatable {
    /// A step. Members and collections are named by UUID. Indexes start at 0.
    package enum Step: Sendable, Equatable {
        /// Appends elements. Existing elements keep their position.
        case add([String])
        /// Inserts new elements. The indexes are their positions afterwards, in ascending order.
        case insert([String], at: IndexSet)
        /// Removes elements. Ignores elements that aren't in the list.
        case remove([String])
        case removeAt(IndexSet)
        /// Removes the elements at the indexes and inserts others there, from any position in the list.
        case replace(IndexSet, with: [String])
        /// Removes the elements at the indexes and inserts them together at an index of the remaining list.
        case move(IndexSet, to: Int)
    }

    package let step: Step
    /// The number of the request. Within a transaction, the indexes of steps with the same number refer to one list.
    package let request: Int
    /// The rows that the client saw, in order, or `nil` for the rows at the time of the change.
    package let shown: [Int64]?

    package init(_ step: Step, request: Int = 0, shown: [Int64]? = nil) {
        self.step = step
        self.request = request
        self.shown = shown
    }
}

extension ListEdit.Step {
    /// All UUIDs in the step.
    package var uuids: [String] {
        switch self {
        case .add(let items), .insert(let items, _), .remove(let items), .replace(_, let items): items
        case .removeAt, .move: []
        }
    }

    /// Whether the step doesn't depend on the order of the list.
    var isWithoutIndexes: Bool {
        switch self {
        case .add, .remove: true
        case .insert, .removeAt, .replace, .move: false
        }
    }
}

/// The result of applying a step to a list of rows.
struct ListOutcome: Equatable {
    /// The new list.
    var rows: [Int64]
    /// The removed rows.
    var removed: [Int64] = []
    /// The ranges of inserted and moved elements in `rows`, in ascending order.
    var placed: [Range<Int>] = []
}

extension ListEdit.Step {
    /// - Parameter items: The rows of the step's UUIDs, in the same order.
    /// - Throws: `LibraryError` if the indexes don't match the list.
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
