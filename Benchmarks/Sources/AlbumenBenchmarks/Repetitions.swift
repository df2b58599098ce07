/// The values of one measurement in each repetition.
struct Repetitions {
    static let count = Rehearsal.isOn ? 1 : 3

    var values: [Double] = []

    /// The best of several rates.
    var best: Double { values.max() ?? 0 }

    var median: Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }
}
