import Foundation

/// The extent of random and slow tests. `script/test --long` sets `ALBUMEN_CASES`.
package enum TestLength {
    private static let longCases = ProcessInfo.processInfo.environment["ALBUMEN_CASES"].flatMap { Int($0) }

    /// Whether tests may take hours.
    package static let isLong = longCases != nil

    /// Returns the number of cases of a random test.
    ///
    /// - Parameter usual: The number without `--long`.
    package static func cases(_ usual: Int) -> Int { longCases ?? usual }
}
