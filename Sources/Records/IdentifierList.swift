/// Row identifiers in the order of a fetch.
///
/// The identifiers are in chunks. An edited copy shares its unchanged chunks with the original list: an edit copies the
/// chunks that it changes, and a reference to each other chunk.
package struct IdentifierList: Sendable, RandomAccessCollection {
    private static let chunkSize = 1024

    private var chunks: [ContiguousArray<Int64>] = []
    /// The index of each chunk's first element.
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

    /// Returns the first index of an identifier, or `nil` if the list doesn't contain it.
    ///
    /// - Complexity: O(*n*)
    package func firstIndex(of identifier: Int64) -> Int? {
        for (chunk, start) in zip(chunks, starts) {
            if let index = chunk.firstIndex(of: identifier) { return start + index }
        }
        return nil
    }

    /// Calls the body with each index and its identifier. This is quicker than the collection's own iterator.
    package func forEachIndexed(_ body: (Int, Int64) throws -> Void) rethrows {
        for (chunk, start) in zip(chunks, starts) {
            for index in chunk.indices { try body(start + index, chunk[index]) }
        }
    }

    /// Returns the last chunk that starts at or before the index.
    private func chunk(at index: Int) -> Int {
        precondition(index >= 0 && index < count)
        // In a list that was never edited, all chunks but the last are full.
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
    /// Returns the list without the elements at the indexes.
    ///
    /// - Parameter indexes: Unique indexes in ascending order.
    package func removing(at indexes: some Collection<Int>) -> IdentifierList {
        edited(at: indexes.lazy.map { ($0, nil) })
    }

    /// Returns the list with additional elements.
    ///
    /// - Parameter newcomers: The new elements in ascending order, each with the index of the element that it comes
    ///   before. Elements with the same index keep their order.
    package func inserting(_ newcomers: some Collection<(index: Int, identifier: Int64)>) -> IdentifierList {
        edited(at: newcomers.lazy.map { ($0.index, $0.identifier) })
    }

    /// - Parameter edits: Each index with the element to insert before it, or with `nil` to remove the element at the
    ///   index.
    private func edited(at edits: some Sequence<(Int, Int64?)>) -> IdentifierList {
        var result = IdentifierList()
        var chunk = 0
        var pending: ContiguousArray<Int64>?
        /// The number of elements of the current chunk that are already copied or removed.
        var taken = 0
        for (index, newcomer) in edits {
            // An index past the end belongs to the last chunk.
            while chunk < chunks.count - 1, index >= starts[chunk + 1] {
                result.finish(&pending, with: chunks[chunk], from: taken)
                (chunk, taken) = (chunk + 1, 0)
            }
            var rows = pending ?? []
            // Releases the other reference, so that `rows` grows in place.
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

    /// Adds a chunk, or its edited copy in `pending`.
    private mutating func finish(
        _ pending: inout ContiguousArray<Int64>?, with chunk: ContiguousArray<Int64>, from taken: Int
    ) {
        guard var rows = pending else { return add(chunk) }
        rows.append(contentsOf: chunk[taken...])
        add(rows)
        pending = nil
    }

    private mutating func add(_ rows: ContiguousArray<Int64>) {
        // Merges small chunks and splits large chunks. Too many chunks and too large chunks both make edits slow.
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
