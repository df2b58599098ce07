/// The steps that make one list of another, in PhotoKit's index spaces, and no more of them than are needed.
///
/// Applied in this order: removals, insertions, moves one after the other. What has changed without leaving its place is to be
/// looked at again afterwards.
package struct ListChange: Sendable, Equatable {
    package struct Move: Sendable, Equatable {
        /// An index of the list as the moves before this one left it.
        package var from: Int
        /// An index of the list without the element that moves.
        package var to: Int
    }

    /// Indexes of the list before, rising.
    package var removed: [Int] = []
    /// Indexes of the list after the removals, each as it is when those before it are in; rising.
    package var inserted: [Int] = []
    /// Indexes of the list after all steps, rising.
    package var changed: [Int] = []
    package var moves: [Move] = []
    /// Where in the list before, and in the one after, each move's element is. In the order of the moves.
    package var movedIndexes: [(before: Int, after: Int)] = []
    /// Indexes of the list after all steps, of what was inserted; in the order of `inserted`.
    package var insertedAfter: [Int] = []

    package init() {}

    init(removingAll count: Int) {
        removed = Array(0..<count)
    }

    package var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && changed.isEmpty && moves.isEmpty }

    package static func == (left: ListChange, right: ListChange) -> Bool {
        left.removed == right.removed && left.inserted == right.inserted && left.changed == right.changed
            && left.moves == right.moves && left.insertedAfter == right.insertedAfter
            && left.movedIndexes.elementsEqual(right.movedIndexes, by: ==)
    }

    /// The list after, of the list before.
    ///
    /// - Parameter newcomers: what was inserted, in the order of `inserted`.
    package func applied<Element>(to list: [Element], inserting newcomers: [Element]) -> [Element] {
        var list = list
        for index in removed.reversed() { list.remove(at: index) }
        for (index, newcomer) in zip(inserted, newcomers) { list.insert(newcomer, at: index) }
        for move in moves { list.insert(list.remove(at: move.from), at: move.to) }
        return list
    }
}

extension ListChange {
    /// The steps from one list of different elements to another.
    ///
    /// A cost of both lists.
    ///
    /// - Parameter isChanged: whether an element of both is to be looked at again.
    package init<Element: Hashable>(
        from before: some RandomAccessCollection<Element>, to after: some RandomAccessCollection<Element>,
        isChanged: (Element) -> Bool
    ) {
        let known = Set(after)
        var removed: [Int] = []
        var kept: [Element] = []
        for (index, element) in before.enumerated() {
            if known.contains(element) { kept.append(element) } else { removed.append(index) }
        }
        let isNew = Self.newcomers(in: after, kept: kept)
        // What both have at their beginnings and ends in the same order need not be looked at one by one.
        let pairs = zip(after, isNew).filter { !$0.1 }.map(\.0)
        var prefix = 0
        while prefix < pairs.count, pairs[prefix] == kept[prefix] { prefix += 1 }
        var suffix = 0
        while suffix < pairs.count - prefix,
            pairs[pairs.count - 1 - suffix] == kept[pairs.count - 1 - suffix]
        { suffix += 1 }
        let loose = prefix..<(pairs.count - suffix)
        var places: [Element: Int] = [:]
        for (number, index) in loose.enumerated() { places[kept[index]] = number }

        var items: [ListChangePlan.Item] = []
        var seen = 0
        var stable = 0
        for (rank, element) in after.enumerated() {
            if isNew[rank] {
                items.append(.init(gap: stable, source: nil))
                continue
            }
            if loose.contains(seen), let place = places[element] {
                items.append(.init(gap: stable, source: place))
            } else {
                stable += 1
            }
            seen += 1
        }
        let plan = ListChangePlan(
            steadyCount: prefix + suffix, keptGaps: loose.map { _ in prefix }, items: items)
        self = plan.change(removing: removed)
        for (rank, element) in after.enumerated() where !isNew[rank] && isChanged(element) { changed.append(rank) }
    }

    /// The steps from one list to another, where an element may be in a list more than once.
    package init<Element: Hashable>(
        fromRepeating before: some RandomAccessCollection<Element>, to after: some RandomAccessCollection<Element>,
        isChanged: (Element) -> Bool
    ) {
        self.init(
            from: Occurrence.numbering(before), to: Occurrence.numbering(after),
            isChanged: { isChanged($0.element) })
    }

    private static func newcomers<Element: Hashable>(
        in after: some RandomAccessCollection<Element>, kept: [Element]
    ) -> [Bool] {
        let known = Set(kept)
        return after.map { !known.contains($0) }
    }
}

/// An element of a list, and how often it was there before.
private struct Occurrence<Element: Hashable>: Hashable {
    let element: Element
    let number: Int

    static func numbering(_ list: some Sequence<Element>) -> [Occurrence] {
        var counts: [Element: Int] = [:]
        return list.map { element in
            let number = counts[element, default: 0]
            counts[element] = number + 1
            return Occurrence(element: element, number: number)
        }
    }
}
