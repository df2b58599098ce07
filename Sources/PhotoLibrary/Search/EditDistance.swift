/// The number of edits between two words: insertions, removals and replacements of a letter, and swaps of neighbors.
enum EditDistance {
    /// Returns the number of edits, or `nil` if it's more than `limit`.
    ///
    /// - Complexity: O(*m* · *n*) for words of *m* and *n* letters.
    static func between(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar], atMost limit: Int) -> Int? {
        guard abs(one.count - other.count) <= limit else { return nil }
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for row in 0..<one.count {
            var current = [row + 1]
            current.reserveCapacity(other.count + 1)
            for column in 0..<other.count {
                let isEqual = one[row] == other[column]
                var edits = min(last[column + 1] + 1, current[column] + 1, last[column] + (isEqual ? 0 : 1))
                if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
                    edits = min(edits, beforeLast[column - 1] + 1)
                }
                current.append(edits)
            }
            // A later row is never smaller than the smallest number of two rows.
            guard min(current.min() ?? 0, last.min() ?? 0) <= limit else { return nil }
            (beforeLast, last) = (last, current)
        }
        return last[other.count] <= limit ? last[other.count] : nil
    }
}
