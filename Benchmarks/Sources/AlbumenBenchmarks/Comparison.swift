import Foundation

/// Albumen's rate compared with a peer's: Albumen's best, or its median, against the peer's median.
struct Comparison {
    let title: String
    let peer: String
    let unit: String
    /// The smallest allowed ratio, or `nil` if there is no goal.
    let goal: Double?
    let ours: Repetitions
    let theirs: Repetitions
    var comparesMedians = false

    private var rate: Double { comparesMedians ? ours.median : ours.best }

    var ratio: Double { rate / theirs.median }

    private var verdict: String {
        goal.map { "goal at least \($0): \(ratio >= $0 ? "met" : "MISSED")" } ?? "for information"
    }

    func tell() {
        print(
            """

            \(title)
              albumen: \(Self.list(ours)) \(unit), \(comparesMedians ? "median" : "best") \(Self.number(rate))
              \(peer): \(Self.list(theirs)) \(unit), median \(Self.number(theirs.median))
              ratio: \(String(format: "%.2f", ratio)), \(verdict)
            """)
    }

    private static func list(_ repetitions: Repetitions) -> String {
        repetitions.values.map(number).joined(separator: ", ")
    }

    private static func number(_ value: Double) -> String { String(format: value < 100 ? "%.1f" : "%.0f", value) }
}
