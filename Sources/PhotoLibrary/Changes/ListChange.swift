/// A minimal edit script from one list to another, with PhotoKit's meaning of indexes.
///
/// Apply the steps in this order: removals, insertions, then moves one after the other. Finally, reload the changed
/// elements.
package struct ListChange: Sendable {
    package struct Move: Sendable, Equatable {
        /// The index in the list that results from the preceding moves.
        package var from: Int
        /// The index in the list without the moving element.
        package var to: Int
    }

    /// Ascending indexes in the old list.
    package var removed: [Int] = []
    /// Ascending indexes after the removals, each in the list that includes the preceding insertions.
    package var inserted: [Int] = []
    /// Ascending indexes in the new list.
    package var changed: [Int] = []
    package var moves: [Move] = []
    /// The indexes of each moving element in the old and the new list, in the order of the moves.
    package var movedIndexes: [(before: Int, after: Int)] = []
    /// The indexes of the inserted elements in the new list, in the order of `inserted`.
    package var insertedAfter: [Int] = []

    package init() {}

    init(removingAll count: Int) {
        removed = Array(0..<count)
    }

    package var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && changed.isEmpty && moves.isEmpty }

    /// Returns the list after the removals, insertions and moves.
    ///
    /// - Parameter newcomers: The inserted elements, in the order of `inserted`.
    package func applied<Element>(to list: [Element], inserting newcomers: [Element]) -> [Element] {
        var list = list
        for index in removed.reversed() { list.remove(at: index) }
        for (index, newcomer) in zip(inserted, newcomers) { list.insert(newcomer, at: index) }
        for move in moves { list.insert(list.remove(at: move.from), at: move.to) }
        return list
    }
}

extension ListChange {
    /// Computes the steps from one list to another.
    ///
    /// - Parameters:
    ///   - before: The old list, which may contain an element more than once.
    ///   - after: The new list, which may contain an element more than once.
    ///   - isChanged: Returns whether to reload an element of both lists.
    /// - Complexity: O(*n* + *k* log *k*) for *n* elements of both lists, of which *k* are between the lists' common
    ///   beginning and end.
    package init<Element: Hashable>(
        from before: some RandomAccessCollection<Element>, to after: some RandomAccessCollection<Element>,
        isChanged: (Element) -> Bool
    ) {
        // Skips the common beginning and end of the lists.
        let beginning = zip(before, after).prefix { $0 == $1 }.count
        let (oldRest, newRest) = (before.dropFirst(beginning), after.dropFirst(beginning))
        let end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
        let (old, new) = (Array(oldRest.dropLast(end)), Array(newRest.dropLast(end)))

        var isNew = Array(repeating: false, count: new.count)
        let (oldElements, newElements) = (Set(old), Set(new))
        if oldElements.count == old.count, newElements.count == new.count {
            self.init(from: old, oldElements, to: new, newElements, isNew: &isNew)
        } else {
            let (numberedOld, numberedNew) = (Occurrence.numbering(old), Occurrence.numbering(new))
            self.init(from: numberedOld, Set(numberedOld), to: numberedNew, Set(numberedNew), isNew: &isNew)
        }
        shift(by: beginning)
        for (rank, element) in after.enumerated() where isChanged(element) {
            let isKept = rank < beginning || rank >= beginning + new.count || !isNew[rank - beginning]
            if isKept { changed.append(rank) }
        }
    }

    /// - Parameters:
    ///   - before: The old elements, without duplicates. `old` contains the same elements.
    ///   - after: The new elements, without duplicates. `new` contains the same elements.
    ///   - isNew: Receives, for each new index, whether the element is missing in the old list.
    private init<Element: Hashable>(
        from before: [Element], _ old: Set<Element>, to after: [Element], _ new: Set<Element>, isNew: inout [Bool]
    ) {
        isNew = after.map { !old.contains($0) }
        let keptBefore = before.filter(new.contains)
        let keptAfter = zip(after, isNew).filter { !$0.1 }.map(\.0)
        let beginning = zip(keptBefore, keptAfter).prefix { $0 == $1 }.count
        let end = zip(keptBefore.dropFirst(beginning).reversed(), keptAfter.dropFirst(beginning).reversed())
            .prefix { $0 == $1 }.count
        // Kept elements outside of the common beginning and end may move individually.
        let loose = beginning..<(keptBefore.count - end)
        var sources: [Element: Int] = [:]
        for index in loose { sources[keptBefore[index]] = index - beginning }
        var items: [ListChangePlan.Item] = []
        var steady = 0
        for (element, isNew) in zip(after, isNew) {
            if isNew {
                items.append(ListChangePlan.Item(gap: steady, source: nil))
            } else if let source = sources[element] {
                items.append(ListChangePlan.Item(gap: steady, source: source))
            } else {
                steady += 1
            }
        }
        let plan = ListChangePlan(
            steadyCount: steady, keptGaps: Array(repeating: beginning, count: loose.count), items: items)
        self = plan.change(removing: before.indices.filter { !new.contains(before[$0]) })
    }

    /// Adjusts the indexes for `count` additional elements at the beginning of both lists.
    private mutating func shift(by count: Int) {
        guard count > 0 else { return }
        removed = removed.map { $0 + count }
        inserted = inserted.map { $0 + count }
        insertedAfter = insertedAfter.map { $0 + count }
        moves = moves.map { Move(from: $0.from + count, to: $0.to + count) }
        movedIndexes = movedIndexes.map { ($0.before + count, $0.after + count) }
    }
}

/// An element of a list, with the number of its earlier occurrences.
private struct Occurrence<Element: Hashable>: Hashable {
    let element: Element
    let number: Int

    static func numbering(_ list: [Element]) -> [Occurrence] {
        var counts: [Element: Int] = [:]
        return list.map { element in
            let number = counts[element, default: 0]
            counts[element] = number + 1
            return Occurrence(element: element, number: number)
        }
    }
}
