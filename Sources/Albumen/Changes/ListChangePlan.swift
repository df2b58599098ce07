/// What two lists have to do with each other, as far as it takes to find the fewest steps from one to the other: a cost of what
/// is not steady and a logarithm.
struct ListChangePlan {
    /// An element of the list after that is not steady.
    struct Item {
        /// How many steady elements stand before it.
        var gap: Int
        /// Which of the kept elements it is, in their order before; nil for a new one.
        var source: Int?
    }

    /// How many elements are in both lists and known to be in the same order.
    let steadyCount: Int
    /// How many steady elements stood before each of the others that stay, in their order before.
    let keptGaps: [Int]
    /// The elements that are not steady, in their order after.
    let items: [Item]

    /// A run of steady elements, or one that is kept, at its place in both orders.
    private struct Piece {
        var length: Int
        /// In the list after the removals.
        var start = 0
        /// Among the pieces in their order after.
        var rank = 0
        var isStable = true
    }

    /// Both orders, as indexes of pieces. New elements are in neither.
    private struct Layout {
        var pieces: [Piece] = []
        var before: [Int] = []
        /// Nil for a new element.
        var after: [Int?] = []
    }

    /// - Parameter removed: indexes of the list before.
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

    /// Leaves as much as can be where it is: the heaviest series of pieces that are in the same order before and after.
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

    /// The index that the element had while those at `removed` were there too.
    static func index(_ index: Int, before removed: [Int]) -> Int {
        index + partition(0..<removed.count) { removed[$0] - $0 > index }
    }

    /// The first number of the range from which on the condition holds.
    static func partition(_ range: Range<Int>, _ holds: (Int) throws -> Bool) rethrows -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if try holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// An element that moves, in the list as removals and insertions leave it.
    private struct Moving {
        /// In the list after the removals.
        var start: Int
        /// In the list after the removals and the insertions.
        var place = 0
        /// The place, there, of the last element before it in the list after that does not move; -1 where there is none.
        var anchor: Int
        /// In the list after.
        var rankAfter: Int
    }

    /// Goes through the list after.
    private struct Walk {
        private let layout: Layout
        private(set) var inserted: [Int] = []
        private(set) var insertedAfter: [Int] = []
        /// Where the last stable element before each new one starts.
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

    /// The moves, one after the other from the first to the last place after. Each element goes right behind the one that it
    /// follows; so those that still wait are all that can stand in between.
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

/// Sums over the beginnings of a list of numbers, and changes of it, in logarithmic time: a Fenwick tree.
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

/// The heaviest entry among the first ones, in logarithmic time.
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
