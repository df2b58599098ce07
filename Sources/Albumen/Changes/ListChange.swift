/// The steps that make one list of another, in PhotoKit's index spaces, and no more of them than are needed.
///
/// Applied in this order: removals, insertions, moves one after the other. What has changed without leaving its place is to be
/// looked at again afterwards.
package struct ListChange: Sendable {
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
    /// The steps from one list to another. A cost of both lists.
    ///
    /// - Parameters:
    ///   - before, after: an element may be in a list more than once.
    ///   - isChanged: whether an element of both is to be looked at again.
    package init<Element: Hashable>(
        from before: some RandomAccessCollection<Element>, to after: some RandomAccessCollection<Element>,
        isChanged: (Element) -> Bool
    ) {
        // What both have at their beginnings and ends need not be looked at one by one.
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
    ///   - before, after: different elements, and once more as sets.
    ///   - isNew: is told which elements of the list after are not in the one before.
    private init<Element: Hashable>(
        from before: [Element], _ old: Set<Element>, to after: [Element], _ new: Set<Element>, isNew: inout [Bool]
    ) {
        isNew = after.map { !old.contains($0) }
        let keptBefore = before.filter(new.contains)
        let keptAfter = zip(after, isNew).filter { !$0.1 }.map(\.0)
        let beginning = zip(keptBefore, keptAfter).prefix { $0 == $1 }.count
        let end = zip(keptBefore.dropFirst(beginning).reversed(), keptAfter.dropFirst(beginning).reversed())
            .prefix { $0 == $1 }.count
        // Between those that are in the same order at both ends, each is a piece by itself.
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

    /// Puts so many elements in front of both lists.
    private mutating func shift(by count: Int) {
        guard count > 0 else { return }
        removed = removed.map { $0 + count }
        inserted = inserted.map { $0 + count }
        insertedAfter = insertedAfter.map { $0 + count }
        moves = moves.map { Move(from: $0.from + count, to: $0.to + count) }
        movedIndexes = movedIndexes.map { ($0.before + count, $0.after + count) }
    }
}

/// An element of a list, and how often it was there before.
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
