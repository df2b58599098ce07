/// What the same measurement gave each time.
struct Repetitions {
    static let count = 3

    var values: [Double] = []

    /// Of rates.
    var best: Double { values.max() ?? 0 }

    var median: Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }
}
