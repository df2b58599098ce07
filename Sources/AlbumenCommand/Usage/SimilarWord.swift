/// Finds the word that a user probably meant.
enum SimilarWord {
    /// The longest word to compare, because words in a command line have any length.
    private static let lengthLimit = 40

    /// Returns the most similar word. Ignores words that differ in more than a third of their letters, and returns `nil`
    /// if two words are equally similar.
    static func best(for word: String, among candidates: [String]) -> String? {
        guard word.count <= lengthLimit else { return nil }
        let ranked = candidates.map { (word: $0, distance: distance(word.lowercased(), $0)) }
            .filter { $0.distance <= max(1, max(word.count, $0.word.count) / 3) }
            .sorted { $0.distance < $1.distance }
        guard let first = ranked.first, ranked.count == 1 || ranked[1].distance > first.distance else { return nil }
        return first.word
    }

    /// Returns the number of inserted, deleted, replaced and exchanged letters between two words.
    static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var rows = [Array(0...right.count)]
        for row in left.indices {
            var next = [row + 1]
            for column in right.indices {
                var best = min(next[column], rows[row][column + 1]) + 1
                best = min(best, rows[row][column] + (left[row] == right[column] ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, rows[row - 1][column - 1] + 1)
                }
                next.append(best)
            }
            rows.append(next)
        }
        return rows[left.count][right.count]
    }
}
