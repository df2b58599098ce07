import Foundation

/// The seeds of random tests. The variable `ALBUMEN_SEED` repeats one.
enum ShippingSeed {
    static func next() -> UInt64 {
        ProcessInfo.processInfo.environment["ALBUMEN_SEED"].flatMap { UInt64($0) }
            ?? UInt64.random(in: 0..<1_000_000_000)
    }
}
