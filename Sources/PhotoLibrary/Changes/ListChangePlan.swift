/// Computes a minimal edit script between two lists. Only counts steady elements, which keep their order.
struct ListChangePlan {
    /// An element of the new list that isn't steady.
    struct Item {
        /// The number of steady elements before it.
        var gap: Int
        /// Its index among the kept elements in their old order, or `nil` for a new element.
        var source: Int?
    }

    /// The number of elements in both lists that are known to keep their order.
    let steadyCount: Int
    /// For each other element that stays, in the old order, the number of steady elements before it.
    let keptGaps: [Int]
    /// The elements that aren't steady, in the new order.
    let items: [Item]

    /// A run of steady elements or a single kept element, with its position in both orders.
    private struct Piece {
        var length: Int
        /// Its start in the list after the removals.
        var start = 0
        /// Its index in the new order of pieces.
        var rank = 0
        var isStable = true
    }

    /// The old and new order, as indexes of pieces.
    private struct Layout {
        var pieces: [Piece] = []
        var before: [Int] = []
        /// `nil` for a new element.
        var after: [Int?] = []
    }

    /// Computes the steps.
    ///
    /// - Parameter removed: The ascending indexes to remove from the old list.
    /// - Complexity: O(*k* log *k* + *m* log *r*) for *k* items and kept elements, *m* moves and *r* removed indexes.
    func change(removing removed: [Int]) -> ListChange {
        var layout = makeLayout()
        if !keptGaps.isEmpty { markStable(&layout) }
        var walk = Walk(layout)
        walk.run()
        var change = ListChange()
        change.removed = removed
        change.inserted = walk.inserted
        change.insertedAfter = walk.insertedAfter
        let moving = walk.moving()
        change.moves = Self.moves(of: moving)
        change.movedIndexes = moving.map { (Self.index($0.start, before: removed), $0.rankAfter) }
        return change
    }

    private func makeLayout() -> Layout {
        let gaps = Set(keptGaps).union(items.map(\.gap)).union([0, steadyCount]).sorted()
        var layout = Layout()
        layout.pieces = keptGaps.map { _ in Piece(length: 1) }
        var blocks: [Int?] = []
        for (gap, next) in zip(gaps, gaps.dropFirst() + [steadyCount]) {
            blocks.append(next > gap ? layout.pieces.count : nil)
            if next > gap { layout.pieces.append(Piece(length: next - gap)) }
        }
        var (kept, item, start) = (0, 0, 0)
        for (gap, block) in zip(gaps, blocks) {
            func add(_ piece: Int) {
                layout.pieces[piece].start = start
                start += layout.pieces[piece].length
                layout.before.append(piece)
            }
            while kept < keptGaps.count, keptGaps[kept] == gap {
                add(kept)
                kept += 1
            }
            if let block { add(block) }
            while item < items.count, items[item].gap == gap {
                layout.after.append(items[item].source)
                item += 1
            }
            if let block { layout.after.append(block) }
        }
        for (rank, piece) in layout.after.enumerated() {
            if let piece { layout.pieces[piece].rank = rank }
        }
        return layout
    }

    /// Marks the pieces that don't move: the series of pieces with the same order in both lists that has the most
    /// elements.
    private func markStable(_ layout: inout Layout) {
        var heaviest = PrefixMaximum(count: layout.after.count)
        var predecessors: [Int?] = Array(repeating: nil, count: layout.pieces.count)
        for piece in layout.before {
            let rank = layout.pieces[piece].rank
            let best = heaviest.maximum(before: rank)
            predecessors[piece] = best?.piece
            heaviest.raise(rank, to: (best?.weight ?? 0) + layout.pieces[piece].length, piece)
        }
        for index in layout.pieces.indices { layout.pieces[index].isStable = false }
        var next = heaviest.maximum(before: layout.after.count)?.piece
        while let piece = next {
            layout.pieces[piece].isStable = true
            next = predecessors[piece]
        }
    }

    /// Converts an index after the removal of the elements at `removed` to the index before it.
    static func index(_ index: Int, before removed: [Int]) -> Int {
        index + partition(0..<removed.count) { removed[$0] - $0 > index }
    }

    /// Returns the first number of the range for which the condition holds. It must hold for all larger numbers.
    static func partition(_ range: Range<Int>, _ holds: (Int) throws -> Bool) rethrows -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if try holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// An element that moves.
    private struct Moving {
        /// Its index in the list after the removals.
        var start: Int
        /// Its index in the list after the removals and insertions.
        var place = 0
        /// The index, in the same list, of the last preceding element of the new list that doesn't move, or -1.
        var anchor: Int
        /// Its index in the new list.
        var rankAfter: Int
    }

    /// A pass over the pieces in their new order.
    private struct Walk {
        private let layout: Layout
        private(set) var inserted: [Int] = []
        private(set) var insertedAfter: [Int] = []
        /// For each new element, the index after the removals of the last stable element before it, or -1.
        private var anchorsOfInserted: [Int] = []
        private var movers: [Moving] = []

        init(_ layout: Layout) {
            self.layout = layout
        }

        mutating func run() {
            var (rank, lastStable, lastPlaced) = (0, -1, -1)
            for piece in layout.after {
                guard let piece = piece.map({ layout.pieces[$0] }) else {
                    lastPlaced = lastStable + 1 + inserted.count
                    anchorsOfInserted.append(lastStable)
                    inserted.append(lastPlaced)
                    insertedAfter.append(rank)
                    rank += 1
                    continue
                }
                if piece.isStable {
                    lastStable = piece.start + piece.length - 1
                    lastPlaced = lastStable + inserted.count
                } else {
                    for offset in 0..<piece.length {
                        movers.append(
                            Moving(start: piece.start + offset, anchor: lastPlaced, rankAfter: rank + offset))
                    }
                }
                rank += piece.length
            }
        }

        func moving() -> [Moving] {
            movers.map { mover in
                var mover = mover
                mover.place =
                    mover.start
                    + ListChangePlan.partition(0..<anchorsOfInserted.count) { anchorsOfInserted[$0] >= mover.start }
                return mover
            }
        }
    }

    /// Returns the moves in ascending order of their final index. Each element moves directly behind its predecessor,
    /// so only elements that haven't moved yet can come between them.
    private static func moves(of moving: [Moving]) -> [ListChange.Move] {
        let places = moving.map(\.place).sorted()
        var waiting = Tally(count: places.count)
        for index in places.indices { waiting.add(1, at: index) }
        return moving.enumerated().map { number, mover in
            let own = partition(0..<places.count) { places[$0] >= mover.place }
            let arrived = partition(0..<number) { moving[$0].anchor >= mover.place }
            let from = mover.place - own + waiting.sum(before: own) + arrived
            waiting.add(-1, at: own)
            let behind = partition(0..<places.count) { places[$0] >= mover.anchor }
            return ListChange.Move(from: from, to: mover.rankAfter + waiting.sum(before: behind))
        }
    }
}

/// Prefix sums of a list of numbers, in a Fenwick tree. Each call takes O(log *n*).
private struct Tally {
    private var sums: [Int]

    init(count: Int) {
        sums = Array(repeating: 0, count: count + 1)
    }

    mutating func add(_ number: Int, at index: Int) {
        var node = index + 1
        while node < sums.count {
            sums[node] += number
            node += node & -node
        }
    }

    func sum(before index: Int) -> Int {
        var (node, sum) = (index, 0)
        while node > 0 {
            sum += sums[node]
            node -= node & -node
        }
        return sum
    }
}

/// The entry with the largest weight in each prefix, in a Fenwick tree. Each call takes O(log *n*).
private struct PrefixMaximum {
    private var best: [(weight: Int, piece: Int)?]

    init(count: Int) {
        best = Array(repeating: nil, count: count + 1)
    }

    mutating func raise(_ index: Int, to weight: Int, _ piece: Int) {
        var node = index + 1
        while node < best.count {
            if best[node].map({ $0.weight < weight }) ?? true { best[node] = (weight, piece) }
            node += node & -node
        }
    }

    func maximum(before index: Int) -> (weight: Int, piece: Int)? {
        var (node, result) = (index, (weight: Int, piece: Int)?.none)
        while node > 0 {
            if let entry = best[node], result.map({ $0.weight < entry.weight }) ?? true { result = entry }
            node -= node & -node
        }
        return result
    }
}
