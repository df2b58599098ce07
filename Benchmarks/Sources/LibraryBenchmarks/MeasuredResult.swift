import Foundation
import Synchronization

/// The result of one measurement, for the table of goals.
struct MeasuredResult: Encodable, Sendable {
    let title: String
    let peer: String
    /// Medians.
    let albumenSeconds: Double
    let peerSeconds: Double
    let ratio: Double
    let goal: String
    let isMet: Bool

    private static let all = Mutex<[MeasuredResult]>([])

    static func note(_ result: MeasuredResult) {
        all.withLock { $0.append(result) }
    }

    /// Prints the table in JSON.
    static let jsonOption = "--json"

    /// Prints all results, and which goals were missed.
    static func printTable() throws {
        let results = all.withLock { $0 }
        guard !results.isEmpty else { return }
        if CommandLine.arguments.contains(jsonOption) {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return print(String(decoding: try encoder.encode(results), as: UTF8.self))
        }
        print("\n| Work | Albumen | Peer | Ratio | Goal |\n| --- | --- | --- | --- | --- |")
        for result in results {
            let times = "\(Measurement.text(result.albumenSeconds)) | \(Measurement.text(result.peerSeconds))"
            let ratio = String(format: "%.2f", result.ratio)
            print("| \(result.title) | \(times) | \(ratio) | \(result.goal)\(result.isMet ? "" : ", **missed**") |")
        }
        let missed = results.filter { !$0.isMet }.map(\.title)
        print(missed.isEmpty ? "\nAll goals are met." : "\nMissed: \(missed.joined(separator: "; "))")
    }
}
