import AlbumenTestSupport
import Foundation

extension SeededGenerator {
    /// Creates a generator with a new seed, and prints it. The variable `ALBUMEN_SEED` repeats a run.
    static func printingSeed(_ name: String) -> SeededGenerator {
        let given = ProcessInfo.processInfo.environment["ALBUMEN_SEED"].flatMap { UInt64($0) }
        let seed = given ?? UInt64.random(in: 0..<1 << 32)
        print("\(name): ALBUMEN_SEED=\(seed)")
        return SeededGenerator(seed: seed)
    }
}
