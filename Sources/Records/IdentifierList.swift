/// Row identifiers in the order of a fetch, in chunks that an edited copy shares with the list it was made of: an edit costs the
/// chunks that it touches, and a reference for each of the others.
package struct IdentifierList: Sendable, RandomAccessCollection {
    private static let chunkSize = 1024

    private var chunks: [ContiguousArray<Int64>] = []
    /// Of the first element of each chunk.
    private var starts: [Int] = []
    package private(set) var count = 0

    package init() {}

    package init(_ identifiers: some Sequence<Int64>) {
        for identifier in identifiers { append(identifier) }
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { count }

    package subscript(index: Int) -> Int64 {
        let chunk = self.chunk(at: index)
        return chunks[chunk][index - starts[chunk]]
    }

    package mutating func append(_ identifier: Int64) {
        if chunks.last.map({ $0.count >= Self.chunkSize }) ?? true {
            var chunk = ContiguousArray<Int64>()
            chunk.reserveCapacity(Self.chunkSize)
            chunks.append(chunk)
            starts.append(count)
        }
        chunks[chunks.count - 1].append(identifier)
        count += 1
    }

    /// The first index of an identifier. Looks through the list.
    package func firstIndex(of identifier: Int64) -> Int? {
        for (chunk, start) in zip(chunks, starts) {
            if let index = chunk.firstIndex(of: identifier) { return start + index }
        }
        return nil
    }

    /// Calls the body with each identifier and its index: quicker than the collection's own iterator.
    package func forEachIndexed(_ body: (Int, Int64) throws -> Void) rethrows {
        for (chunk, start) in zip(chunks, starts) {
            for index in chunk.indices { try body(start + index, chunk[index]) }
        }
    }

    /// The last chunk that starts at the index or before it.
    private func chunk(at index: Int) -> Int {
        precondition(index >= 0 && index < count)
        // Where nothing was edited, all chunks are full.
        let guess = index / Self.chunkSize
        if guess < starts.count, starts[guess] <= index, index - starts[guess] < chunks[guess].count { return guess }
        var (low, high) = (0, starts.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if starts[middle] <= index { low = middle } else { high = middle - 1 }
        }
        return low
    }
}

extension IdentifierList: Equatable {
    package static func == (left: IdentifierList, right: IdentifierList) -> Bool {
        left.count == right.count && left.elementsEqual(right)
    }
}

extension IdentifierList {
    /// A list without the elements at the indexes.
    ///
    /// - Parameter indexes: rising, each once.
    package func removing(at indexes: some Collection<Int>) -> IdentifierList {
        edited(at: indexes.lazy.map { ($0, nil) })
    }

    /// A list with more elements in it.
    ///
    /// - Parameter newcomers: each with the index of the element that it comes before, rising; those before the same
    ///   element stand in the order given.
    package func inserting(_ newcomers: some Collection<(index: Int, identifier: Int64)>) -> IdentifierList {
        edited(at: newcomers.lazy.map { ($0.index, $0.identifier) })
    }

    /// - Parameter edits: an index, and what to put before it; without that, the element there goes.
    private func edited(at edits: some Sequence<(Int, Int64?)>) -> IdentifierList {
        var result = IdentifierList()
        var chunk = 0
        var pending: ContiguousArray<Int64>?
        /// What of the chunk at hand is in the result already.
        var taken = 0
        for (index, newcomer) in edits {
            // An index behind the end belongs to the last chunk.
            while chunk < chunks.count - 1, index >= starts[chunk + 1] {
                result.finish(&pending, with: chunks[chunk], from: taken)
                (chunk, taken) = (chunk + 1, 0)
            }
            var rows = pending ?? []
            // The only reference, so that it grows in place.
            pending = nil
            let offset = chunks.isEmpty ? 0 : index - starts[chunk]
            if offset > taken { rows.append(contentsOf: chunks[chunk][taken..<offset]) }
            taken = Swift.max(taken, offset)
            if let newcomer { rows.append(newcomer) } else { taken = offset + 1 }
            pending = rows
        }
        while chunk < chunks.count {
            result.finish(&pending, with: chunks[chunk], from: taken)
            (chunk, taken) = (chunk + 1, 0)
        }
        if let pending { result.add(pending) }
        return result
    }

    /// Adds a chunk as it is, or what was made of it.
    private mutating func finish(
        _ pending: inout ContiguousArray<Int64>?, with chunk: ContiguousArray<Int64>, from taken: Int
    ) {
        guard var rows = pending else { return add(chunk) }
        rows.append(contentsOf: chunk[taken...])
        add(rows)
        pending = nil
    }

    private mutating func add(_ rows: ContiguousArray<Int64>) {
        // Neither so small that there are many nor so large that an edit costs much.
        if rows.count < Self.chunkSize / 4, let last = chunks.last, last.count + rows.count <= Self.chunkSize {
            chunks[chunks.count - 1].append(contentsOf: rows)
            count += rows.count
            return
        }
        var start = rows.startIndex
        while start < rows.endIndex {
            let rest = rows.endIndex - start
            let size = rest <= Self.chunkSize * 2 ? rest : Self.chunkSize
            chunks.append(size == rows.count ? rows : ContiguousArray(rows[start..<start + size]))
            starts.append(count)
            count += size
            start += size
        }
    }
}
